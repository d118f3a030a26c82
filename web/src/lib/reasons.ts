/** What reports are about, in words. */
import type { ReportReason } from './protocol';

export const REASONS: Record<ReportReason, string> = {
  name: 'An offensive name',
  emotes: 'Too many emotes',
  stalling: 'Stalling, or leaving games',
  cheating: 'Cheating',
  other: 'Something else',
};
