export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface Family {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly samples: Sample[]
}

const SAMPLE = /^([a-z_:][a-z0-9_:]*)(?:\{([^}]*)\})? (\S+)$/
const LABEL = /([a-z_][a-z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/y
const ENDINGS: Readonly<Record<Family['type'], readonly string[]>> = {
  counter: [''],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
}

/**
 * Reads the text format 0.0.4 of Prometheus or OpenMetrics 1.0, and takes nothing that is not exactly as they say: one block for each family,
 * help and type before samples, no sample twice, buckets that rise to `+Inf`, which is the count.
 */
export function parseExposition(
  text: string,
  format: 'prometheus' | 'openmetrics' = 'prometheus',
): Map<string, Family> {
  const families = new Map<string, Family>()
  const lines = text.split('\n')
  if (lines.pop() !== '') throw new Error('the last line has no end')
  if (format === 'openmetrics' && lines.pop() !== '# EOF') throw new Error('it has no end of file')
  const seen = new Set<string>()
  let help: [name: string, text: string] | undefined
  let family: Family | undefined
  for (const line of lines) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (kind === 'HELP') {
      help = [name, rest]
      family = undefined
      continue
    }
    if (kind === 'TYPE') {
      if (help?.[0] !== name || families.has(name)) throw new Error(`misplaced type: ${line}`)
      if (rest !== 'counter' && rest !== 'gauge' && rest !== 'histogram') throw new Error(`unknown type: ${line}`)
      family = { name, type: rest, help: help[1], samples: [] }
      families.set(name, family)
      continue
    }
    const sample = readSample(line)
    if (!family) throw new Error(`a sample without a type: ${line}`)
    const ending = sample.name.slice(family.name.length)
    const endings = format === 'openmetrics' && family.type === 'counter' ? ['_total'] : ENDINGS[family.type]
    if (!sample.name.startsWith(family.name) || !endings.includes(ending))
      throw new Error(`not a sample of ${family.name}: ${line}`)
    const key = line.slice(0, line.lastIndexOf(' '))
    if (seen.has(key)) throw new Error(`twice: ${key}`)
    seen.add(key)
    family.samples.push(sample)
  }
  for (const one of families.values()) {
    if (one.samples.length === 0) throw new Error(`nothing of ${one.name}`)
    if (one.type === 'histogram') checkHistogram(one)
    if (one.type !== 'gauge' && one.samples.some(({ value }) => !(value >= 0)))
      throw new Error(`${one.name} is below 0`)
  }
  return families
}

function readSample(line: string): Sample {
  const [, name = '', inside = '', number = ''] = SAMPLE.exec(line) ?? []
  const value = number === '+Inf' ? Number.POSITIVE_INFINITY : Number(number)
  if (name === '' || number === '' || Number.isNaN(value)) throw new Error(`not a sample: ${line}`)
  const labels: Record<string, string> = {}
  LABEL.lastIndex = 0
  while (LABEL.lastIndex < inside.length) {
    const found = LABEL.exec(inside)
    if (!found) throw new Error(`wrong labels: ${line}`)
    const [, label = '', escaped = ''] = found
    if (label in labels) throw new Error(`a label twice: ${line}`)
    labels[label] = escaped.replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
  }
  return { name, labels, value }
}

function checkHistogram({ name, samples }: Family): void {
  const series = new Map<string, { buckets: [le: number, count: number][]; count?: number; hasSum: boolean }>()
  for (const { name: full, labels, value } of samples) {
    const { le, ...own } = labels
    const key = JSON.stringify(own)
    const one = series.get(key) ?? { buckets: [], hasSum: false }
    series.set(key, one)
    if (full.endsWith('_bucket')) one.buckets.push([le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), value])
    else if (full.endsWith('_count')) one.count = value
    else one.hasSum = true
  }
  for (const { buckets, count, hasSum } of series.values()) {
    const rises = buckets.every(([le, inside], index) => {
      const [before, insideBefore] = buckets[index - 1] ?? [Number.NEGATIVE_INFINITY, 0]
      return le > before && inside >= insideBefore
    })
    const [last, all] = buckets.at(-1) ?? []
    if (!rises || !hasSum || last !== Number.POSITIVE_INFINITY || all !== count)
      throw new Error(`the histogram ${name} does not add up`)
  }
}

/** The value of the sample with exactly these labels; undefined if there is none. */
export function valueOf(
  families: Map<string, Family>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const samples = [...families.values()].flatMap((family) => family.samples)
  const found = samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0)
}
