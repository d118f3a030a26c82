declare module '*.drawings' {
  const drawings: Record<string, { box: number; body: string }>;
  export default drawings;
}
