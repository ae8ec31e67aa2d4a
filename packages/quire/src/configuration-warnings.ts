import type { Manifest, QuireConfig } from '@quirecms/core'
import { missingMailAddress } from './mail/mail-pages.ts'
import type { ExposedMetrics } from './metrics/exposed-metrics.ts'
import { hasPublicAddress } from './metrics/metrics-config.ts'
import { unusedRules } from './unused-rules.ts'

const CLOSED_METRICS =
  'server.metrics: nobody can read them here, since server.publicUrl says that others reach the service. Give them a token, or a port of their own.'

/** What of a configuration works, but probably not as its author thinks. */
export function configurationWarnings(
  config: QuireConfig,
  manifest: Manifest,
  exposed: ExposedMetrics | undefined,
): string[] {
  const isClosedToAll = exposed && exposed.config.token === undefined && exposed.config.port === undefined
  return [
    ...missingMailAddress(config, manifest),
    ...(isClosedToAll && hasPublicAddress(config) ? [CLOSED_METRICS] : []),
    ...unusedRules(config, manifest),
  ]
}
