import type { Logger } from '@quirecms/server'
import type { ExposedMetrics } from './exposed-metrics.ts'
import { METRICS_HOST, METRICS_PATH } from './metrics-config.ts'

export async function openMetricsPort(
  metrics: Pick<ExposedMetrics, 'config' | 'expose'>,
  log: Logger,
): Promise<{ close(): Promise<void> } | undefined> {
  const { path = METRICS_PATH, token, port, host = METRICS_HOST } = metrics.config
  if (port === undefined) return undefined
  const { MetricsListener } = await import('@quirecms/server')
  const listener = new MetricsListener({ path, token, expose: (accept) => metrics.expose(accept), log })
  const { address, port: taken } = await listener.listen({ host, port })
  log.info({ address, port: taken, path }, 'metrics can be read')
  return listener
}
