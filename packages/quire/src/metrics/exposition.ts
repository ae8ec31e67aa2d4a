import type { MetricSnapshot, SeriesSnapshot, MetricsSnapshot } from './snapshot.ts'

export interface Exposition {
  readonly type: string
  readonly text: string
}

type Format = 'prometheus' | 'openmetrics'

const TYPES: Readonly<Record<Format, string>> = {
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
}

export function expose(snapshot: MetricsSnapshot, accept: string | undefined): Exposition {
  const format: Format = wantsOpenMetrics(accept) ? 'openmetrics' : 'prometheus'
  const lines: string[] = []
  for (const metric of snapshot.toSorted((a, b) => (a.name < b.name ? -1 : 1))) write(lines, metric, format)
  if (format === 'openmetrics') lines.push('# EOF')
  return { type: TYPES[format], text: `${lines.join('\n')}\n` }
}

/** Content negotiation by quality only; all supported versions are alike. */
function wantsOpenMetrics(accept = ''): boolean {
  const weightOf = (type: string) => {
    const part = accept.split(',').find((one) => one.trim().toLowerCase().startsWith(type))
    if (part === undefined) return 0
    return Number(/;\s*q=([0-9.]+)/i.exec(part)?.[1] ?? 1)
  }
  const weight = weightOf('application/openmetrics-text')
  return weight > 0 && weight >= weightOf('text/plain')
}

function write(lines: string[], metric: MetricSnapshot, format: Format): void {
  const { name, help, kind, series } = metric
  // OpenMetrics has the suffix on samples only, not on the family name.
  const family = format === 'openmetrics' && kind === 'counter' ? name.slice(0, -'_total'.length) : name
  lines.push(`# HELP ${family} ${format === 'openmetrics' ? escaped(help) : escapedHelp(help)}`)
  lines.push(`# TYPE ${family} ${kind}`)
  for (const one of series) {
    if (kind === 'histogram') writeHistogram(lines, metric, one, format)
    else lines.push(`${name}${labelsOf(metric.labels, one.values)} ${asNumber(one.numbers[0] ?? 0)}`)
  }
}

function writeHistogram(lines: string[], metric: MetricSnapshot, one: SeriesSnapshot, format: Format): void {
  const { name, labels, buckets } = metric
  const [sum = 0, ...counts] = one.numbers
  let count = 0
  for (const [index, inBucket] of counts.entries()) {
    count += inBucket
    const bound = buckets[index]
    const le = bound === undefined ? '+Inf' : asBound(bound, format)
    lines.push(`${name}_bucket${labelsOf([...labels, 'le'], [...one.values, le])} ${count}`)
  }
  const own = labelsOf(labels, one.values)
  lines.push(`${name}_sum${own} ${asNumber(sum)}`, `${name}_count${own} ${count}`)
}

function labelsOf(names: readonly string[], values: readonly string[]): string {
  if (names.length === 0) return ''
  return `{${names.map((name, index) => `${name}="${escaped(values[index] ?? '')}"`).join(',')}}`
}

/** Bounds are floats in OpenMetrics. */
function asBound(bound: number, format: Format): string {
  return format === 'openmetrics' && Number.isInteger(bound) ? `${bound}.0` : String(bound)
}

function asNumber(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  return String(value)
}

function escapedHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function escaped(text: string): string {
  return escapedHelp(text).replaceAll('"', '\\"')
}
