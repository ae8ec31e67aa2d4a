import { job } from 'quirecms'

const DAYS = 30

interface Draft {
  readonly id: string
  readonly title: string
  readonly updatedAt: string
}

/** Every Monday morning, finds drafts that were not changed for a month. Its result is shown under Jobs in the admin app. */
export const reportOldDrafts = job({
  label: { en: 'Report old drafts', de: 'Alte Entwürfe melden' },
  schedule: { cron: '0 7 * * 1', timezone: 'Europe/London' },
  access: { queue: ({ actor }) => actor !== null },
  run: async ({ local, runAt, log }) => {
    const before = new Date(Date.parse(runAt) - DAYS * 86_400_000).toISOString()
    const { docs } = (await local
      .asSystem()
      .collection('posts')
      .find({
        where: { _publishedRevision: { equals: null }, updatedAt: { less_than: before } },
        draft: true,
        sort: 'updatedAt',
        limit: 100,
      })) as { docs: readonly Draft[] }
    log.info('Looked for drafts that were not changed for a month', { found: docs.length })
    return { drafts: docs.map(({ id, title, updatedAt }) => ({ id, title, updatedAt })) }
  },
})
