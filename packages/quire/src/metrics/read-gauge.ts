import type { ReadGaugeDefinition } from '@quirecms/core'
import { setsOf, valuesIn } from './label-values.ts'
import type { MetricSnapshot, SeriesSnapshot } from './snapshot.ts'

/** Readings are cached this long. */
const FRESH_MS = 1_000

/** Slower gauges are omitted. */
const LONGEST_MS = 2_000

export class ReadGauge {
  readonly #name: string
  readonly #definition: ReadGaugeDefinition
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<readonly SeriesSnapshot[]> | undefined

  constructor(name: string, definition: ReadGaugeDefinition) {
    this.#name = name
    this.#definition = definition
  }

  async snapshot(shared: boolean): Promise<MetricSnapshot> {
    const { help, labels = {}, over = 'sum', isShared = false } = this.#definition
    const series = isShared && !shared ? [] : await this.#read()
    return {
      name: this.#name,
      help,
      kind: 'gauge',
      over: isShared ? 'max' : over,
      labels: Object.keys(labels),
      buckets: [],
      series,
    }
  }

  #read(): Promise<readonly SeriesSnapshot[]> {
    const now = performance.now()
    if (!this.#reading || now - this.#readAt > FRESH_MS) {
      this.#readAt = now
      this.#reading = this.#readNow().catch(() => [])
    }
    return Promise.race([this.#reading, nothingAfter(LONGEST_MS)])
  }

  async #readNow(): Promise<readonly SeriesSnapshot[]> {
    const { labels = {}, read } = this.#definition
    const lists = setsOf(labels)
    const readings = await read()
    return readings
      .filter(({ value }) => Number.isFinite(value))
      .map(({ labels: given, value }) => ({ values: valuesIn(lists, given), numbers: [value] }))
  }
}

function nothingAfter(milliseconds: number): Promise<readonly SeriesSnapshot[]> {
  return new Promise((resolve) => setTimeout(() => resolve([]), milliseconds).unref())
}
