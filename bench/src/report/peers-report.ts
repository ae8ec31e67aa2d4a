import type { PeerMeasurement, PeersResult } from '../peers/measure-peers.ts'
import { WORKLOADS } from '../peers/workload.ts'
import { median, range } from './median.ts'

/** From here on, throughput says little about a server. */
const WAITED_TOO_LONG = 0.1

const rateOf = ({ rounds }: PeerMeasurement) => median(rounds.map((round) => round.requestsPerSecond))
const whole = (value: number) => Math.round(value).toLocaleString('en')

/** A table in Markdown: medians of the rounds, and how often Quire does the same meanwhile. */
export function peersTable({ measurements, missing, posts }: PeersResult): string {
  const rows = WORKLOADS.flatMap((workload) => {
    const all = measurements.filter((one) => one.workload === workload)
    const [ours] = all
    return all.map((one, index) => {
      const times = one.rounds.map((round, at) => (ours?.rounds[at]?.requestsPerSecond ?? 0) / round.requestsPerSecond)
      return [
        index === 0 ? `\`${workload}\`` : '',
        one.name,
        whole(rateOf(one)),
        index === 0 ? '' : `${median(times).toFixed(1)} (${range(times, 1)})`,
        median(one.rounds.map(({ p50 }) => p50)).toFixed(1),
        median(one.rounds.map(({ p99 }) => p99)).toFixed(1),
        whole(one.cpuSecondsPerRequest * 1e6),
        whole(one.memory / 1024 / 1024),
        one.waited > WAITED_TOO_LONG ? `${Math.round(one.waited * 100)} % ?` : `${Math.round(one.waited * 100)} %`,
      ]
    })
  })
  const head = ['workload', 'who', 'req/s', 'Quire is … times as fast', 'p50 ms', 'p99 ms', 'cpu µs', 'MB', 'starved']
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const left = missing.map(({ name, why }) => `- ${name}: ${why}`)
  return [
    `${posts.toLocaleString('en')} posts.`,
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows.map(line),
    ...(left.length > 0 ? ['', 'Not measured:', '', ...left] : []),
  ].join('\n')
}

const WIDTH = 720
const LABEL = 96
const BAR = 18
const GAP = 26

/** The same as a picture: a bar for each server, as long as its throughput in relation to the fastest of the workload. */
export function peersChart({ measurements }: PeersResult): string {
  const parts: string[] = []
  let y = 8
  for (const workload of WORKLOADS) {
    const all = measurements.filter((one) => one.workload === workload)
    const most = Math.max(...all.map(rateOf))
    parts.push(`<text class="title" x="0" y="${y + 14}">${workload}</text>`)
    y += GAP
    for (const [index, one] of all.entries()) {
      const width = Math.max(1, Math.round((rateOf(one) / most) * (WIDTH - LABEL - 96)))
      parts.push(
        `<text x="0" y="${y + 13}">${one.name}</text>`,
        `<rect class="${index === 0 ? 'ours' : 'other'}" x="${LABEL}" y="${y}" width="${width}" height="${BAR}" rx="2"/>`,
        `<text class="figure" x="${LABEL + width + 8}" y="${y + 13}">${whole(rateOf(one))} /s</text>`,
      )
      y += GAP
    }
    y += 8
  }
  const style = [
    'text{font:13px ui-sans-serif,system-ui,sans-serif;fill:#3d3833}',
    '.title{font-weight:600}',
    '.figure{font-variant-numeric:tabular-nums}',
    '.ours{fill:#b3362a}',
    '.other{fill:#c9c2b8}',
    '@media(prefers-color-scheme:dark){text{fill:#d9d2c8}.ours{fill:#e8796b}.other{fill:#5d564e}}',
  ].join('')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y}" viewBox="0 0 ${WIDTH} ${y}" role="img" aria-label="Requests per second">`,
    `<style>${style}</style>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}
