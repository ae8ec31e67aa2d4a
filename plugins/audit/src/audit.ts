import { plugin, type PluginConfig } from 'quirecms'
import { type Call, type Feature, QUEUE, systemCallIn } from 'quirecms/plugin'
import { examineChain, seal } from './chain.ts'
import { noteConfiguration } from './configuration.ts'
import { documentActivity } from './document-activity.ts'
import { entriesTable, INTAKE, OUTBOX, REFUSALS, SEGMENTS, STATE } from './entry-table.ts'
import { EXPORT_ROUTES } from './export-entries.ts'
import { rememberSettings } from './forget.ts'
import { logOperations } from './log-operations.ts'
import { type AuditOptions, checkNames, resolveOptions, type AuditSettings } from './options.ts'
import { recordAccess } from './record-access.ts'
import { recordEvents } from './record-events.ts'
import { recordReads } from './record-reads.ts'
import { settleSoon } from './settling.ts'
import { lookForShipments, ship } from './shipping.ts'
import { upkeep } from './upkeep.ts'

/**
 * Records who did what, in the same transaction as the change. List it after the plugins whose collections it audits.
 *
 * @example
 * export default defineConfig({
 *   plugins: [audit({ retention: '400d', reads: ['users'], chain: true })],
 *   collections: { … },
 * })
 */
export function audit(options: AuditOptions = {}): PluginConfig {
  const settings = resolveOptions(options)
  return plugin({
    key: 'audit',
    config(config) {
      checkNames(settings, config)
      return config
    },
    features: [
      recordEvents(settings),
      recordAccess(settings),
      recordReads(settings),
      documentActivity(settings),
      log(settings),
    ],
    routes: EXPORT_ROUTES,
    setup: (app) => {
      const call = systemCallIn(app, 'config.changed')
      rememberSettings(call, settings)
      return noteConfiguration(call)
    },
  })
}

function log(settings: AuditSettings): Feature<Call> {
  const { isChained, sinks } = settings
  return {
    name: 'audit log',
    for: ({ kind }) => kind === 'service',
    adds: () => ({
      records: [QUEUE, entriesTable(isChained), INTAKE, STATE, REFUSALS, SEGMENTS, OUTBOX],
      ...logOperations(settings),
      jobs: [
        settleSoon(settings),
        upkeep(settings),
        ...(isChained ? [seal] : []),
        ...(sinks.length > 0 ? [lookForShipments(settings), ...sinks.map(ship)] : []),
      ],
      ...(isChained && { doctorChecks: { 'the chain of the audit log': examineChain } }),
    }),
  }
}
