import { plugin, type PluginConfig } from 'quirecms'
import { type Call, type Feature, QUEUE } from 'quirecms/plugin'
import { purgeLog } from './purge-log.ts'
import { PURGES } from './purge-table.ts'
import { checkTags, type PurgeOptions, resolveOptions, type PurgeSettings } from './options.ts'
import { recordChanges } from './record-changes.ts'
import { tellCache } from './tell-cache.ts'
import { forgetOld } from './upkeep.ts'

/**
 * Purges a cache in front of the service when content changes. List it after the plugins whose collections it watches.
 *
 * @example
 * export default defineConfig({
 *   server: { cacheTags: { header: 'Cache-Tag', secret: process.env.TAG_SECRET } },
 *   plugins: [purge({ to: cloudflare({ zone: process.env.ZONE, token: process.env.CLOUDFLARE_TOKEN }) })],
 *   collections: { … },
 * })
 */
export function purge(options: PurgeOptions): PluginConfig {
  const settings = resolveOptions(options)
  let secret: string | undefined
  return plugin({
    key: 'purge',
    config(config) {
      checkTags(config)
      secret = config.server?.cacheTags?.secret
      return config
    },
    features: [recordChanges(settings), tells(settings, () => secret)],
  })
}

function tells(settings: PurgeSettings, secret: () => string | undefined): Feature<Call> {
  return {
    name: 'purges',
    for: ({ kind }) => kind === 'service',
    adds: () => ({
      records: [QUEUE, PURGES],
      ...purgeLog(settings),
      jobs: [tellCache(settings, secret), forgetOld(settings)],
    }),
  }
}
