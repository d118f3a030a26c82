declare module 'zzfx' {
  export const zzfx: (...recipe: (number | undefined)[]) => AudioBufferSourceNode;
  export const ZZFX: { volume: number; audioContext: AudioContext };
}
