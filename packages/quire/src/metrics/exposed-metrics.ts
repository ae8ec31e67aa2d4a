import type { MetricsConfig } from '@quirecms/core'
import { type Exposition, expose } from './exposition.ts'
import type { Recorder } from './recorder.ts'
import type { MetricsSnapshot } from './snapshot.ts'

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

const exposed = new WeakMap<object, ExposedMetrics>()

export function rememberMetrics(app: object, metrics: ExposedMetrics): void {
  exposed.set(app, metrics)
}

export function metricsOf(app: object): ExposedMetrics | undefined {
  return exposed.get(app)
}
