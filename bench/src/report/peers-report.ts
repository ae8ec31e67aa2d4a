import type { PeerMeasurement, PeersResult } from '../peers/measure-peers.ts'
import { WORKLOADS } from '../peers/workload.ts'
import { barChart } from './bar-chart.ts'
import { median, range } from './median.ts'

/** Above this share, throughput says little about a server. */
const WAITED_TOO_LONG = 0.1

const rateOf = ({ rounds }: PeerMeasurement) => median(rounds.map((round) => round.requestsPerSecond))
const whole = (value: number) => Math.round(value).toLocaleString('en')

/** Returns a Markdown table: medians of the rounds, and Quire's speed relative to each peer. */
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

/** Returns a bar chart: the throughput of each server relative to the fastest of the workload. */
export function peersChart({ measurements }: PeersResult): string {
  const groups = WORKLOADS.map((workload) => {
    const all = measurements.filter((one) => one.workload === workload)
    const most = Math.max(...all.map(rateOf))
    const bars = all.map((one, index) => ({
      label: one.name,
      share: rateOf(one) / most,
      figure: `${whole(rateOf(one))} /s`,
      isOurs: index === 0,
    }))
    return { title: workload, bars }
  })
  return barChart('Requests per second', 96, groups)
}
