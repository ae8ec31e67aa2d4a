import { plugin, type PluginConfig } from 'quirecms'
import { type Call, type Feature, QUEUE } from 'quirecms/plugin'
import { logOperations } from './delivery-log.ts'
import { DELIVERIES } from './delivery-table.ts'
import { checkEvents, checkFilters, resolveOptions, type WebhookSettings, type WebhooksOptions } from './options.ts'
import { measureDeliveries } from './measure-deliveries.ts'
import { recordEvents } from './record-events.ts'
import { sendDeliveries } from './send-deliveries.ts'
import { upkeep } from './upkeep.ts'

/**
 * Notifies other services of changes to documents. List it after the plugins whose collections it watches.
 *
 * @example
 * export default defineConfig({
 *   plugins: [
 *     webhooks({
 *       endpoints: {
 *         search: {
 *           url: 'https://search.example.com/hooks/quire',
 *           secret: process.env.SEARCH_SECRET,
 *           events: ['document.published', 'document.unpublished', 'document.deleted'],
 *           collections: ['posts'],
 *         },
 *       },
 *     }),
 *   ],
 *   collections: { … },
 * })
 */
export function webhooks(options: WebhooksOptions): PluginConfig {
  const settings = resolveOptions(options)
  return plugin({
    key: 'webhooks',
    config(config) {
      checkFilters(settings, config)
      return config
    },
    features: [recordEvents(settings), deliver(settings)],
  })
}

function deliver(settings: WebhookSettings): Feature<Call> {
  return {
    name: 'webhook deliveries',
    for: ({ kind }) => kind === 'service',
    adds({ events }) {
      checkEvents(settings, events)
      return {
        records: [QUEUE, DELIVERIES],
        ...logOperations(settings),
        registerMetrics: (call) => measureDeliveries(call, settings),
        jobs: [...settings.endpoints.map((endpoint) => sendDeliveries(endpoint, settings)), upkeep(settings)],
      }
    },
  }
}
