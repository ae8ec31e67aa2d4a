import { type HookArguments, job } from 'quirecms'

/** Calls the service that builds the site; its address is in `BUILD_HOOK`. */
export const rebuildSite = job({
  label: { en: 'Build the site', de: 'Website bauen' },
  // Whatever is published within half a minute is built once.
  key: () => 'site',
  replace: true,
  retryAfter: ['10s', '1m', '10m'],
  run: async ({ signal }) => {
    const address = process.env['BUILD_HOOK']
    if (!address) return { asked: false }
    const answer = await fetch(address, { method: 'POST', signal })
    // It is tried again later.
    if (!answer.ok) throw new Error(`The build hook answered with status ${answer.status}.`)
    return { asked: true }
  },
})

/** Queued in the transaction of the change: if that is undone, so is this; and no crash after it loses anything. */
export async function rebuildWhenLive({ doc, previous, local }: HookArguments) {
  const live = (one: typeof doc | typeof previous): unknown => one?.['_publishedRevision'] ?? null
  if (!process.env['BUILD_HOOK'] || live(doc) === live(previous)) return
  await local.asSystem().jobs['rebuildSite']?.({}, { in: '30s' })
}
