import type { MetricsConfig, QuireConfig } from '@quirecms/core'
import type { Logger } from '@quirecms/server'
import { type Exposition, expose } from './exposition.ts'
import type { Recorder } from './recorder.ts'
import type { MetricsSnapshot } from './snapshot.ts'

export const METRICS_PATH = '/metrics'
const METRICS_HOST = '127.0.0.1'

/** Undefined if metrics are off. */
export function metricsConfigOf({ server }: QuireConfig): MetricsConfig | undefined {
  const metrics = server?.metrics
  if (metrics === true) return {}
  return metrics === false ? undefined : metrics
}

const OF_THIS_MACHINE = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether the service has a public address, so that a proxy on this machine may be in front of it. */
export function hasPublicAddress({ server }: QuireConfig): boolean {
  const host = URL.parse(server?.publicUrl ?? '')?.hostname
  return host !== undefined && !OF_THIS_MACHINE.test(host)
}

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

/** Metrics of this process, or of all if it is one of several. */
export class ExposedMetrics {
  readonly config: MetricsConfig
  readonly recorder: Recorder
  /** Collects the metrics to expose; by default those of this process. */
  gather: () => Promise<MetricsSnapshot>

  constructor(config: MetricsConfig, recorder: Recorder) {
    this.config = config
    this.recorder = recorder
    this.gather = () => recorder.snapshot()
  }

  async expose(accept: string | undefined): Promise<Exposition> {
    return expose(await this.gather(), accept)
  }
}
