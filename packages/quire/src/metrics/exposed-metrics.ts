import type { MetricsConfig } from '@quirecms/core'
import { type Exposition, expose } from './exposition.ts'
import type { Recorder } from './recorder.ts'
import type { Snapshot } from './snapshot.ts'

/** The numbers of this process and, where it is one of several, the way to those of all. */
export class ExposedMetrics {
  readonly config: MetricsConfig
  readonly recorder: Recorder
  /** Collects the exposed metrics: by default those of this process. */
  gather: () => Promise<Snapshot>

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

/** Remembers the numbers of an application, for commands that put those of several processes together. */
export function rememberMetrics(app: object, metrics: ExposedMetrics): void {
  exposed.set(app, metrics)
}

export function metricsOf(app: object): ExposedMetrics | undefined {
  return exposed.get(app)
}
