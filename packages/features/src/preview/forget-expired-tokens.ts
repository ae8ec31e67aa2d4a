import type { Call, Job } from '@quirecms/core/feature'
import { PREVIEW_TOKENS } from './preview-table.ts'

const EVERY = 60_000

export const forgetExpiredTokens: Job<Call> = {
  name: 'forgetExpiredTokens',
  every: EVERY,
  async run({ runtime }) {
    const expired = { expiresAt: { below: runtime.clock().toISOString() } }
    if ((await runtime.storage.reader.records.count(PREVIEW_TOKENS.name, expired)) === 0) return
    await runtime.storage.transaction(({ records }) => records.remove(PREVIEW_TOKENS.name, expired))
  },
}
