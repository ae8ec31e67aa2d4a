import type { Call } from '@quirecms/core/feature'
import { SESSIONS } from './auth-tables.ts'

/** The count stops here. */
const MOST_COUNTED = 100_000

export function measureSessions({ runtime: { metrics, storage, clock } }: Call): void {
  metrics.readGauge({
    name: 'sessions',
    help: `Sessions that have not expired, up to ${MOST_COUNTED}.`,
    isShared: true,
    read: async () => {
      const now = clock().toISOString()
      return [
        {
          labels: {},
          value: await storage.reader.records.count(
            SESSIONS.name,
            { expiresAt: { above: now } },
            undefined,
            MOST_COUNTED,
          ),
        },
      ]
    },
  })
}
