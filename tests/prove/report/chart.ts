import { barChart } from '../../../bench/src/report/bar-chart.ts'
import type { Tally } from '../tally.ts'

const whole = (value: number) => value.toLocaleString('en')

/** The results as a chart: a bar for each number, on a logarithmic scale, and a mark for each claim. */
export function chart(tallies: readonly Tally[]): string {
  const most = Math.max(10, ...tallies.flatMap(({ counts }) => [...counts.values()]))
  const groups = tallies.map(({ claim, counts, found }) => ({
    title: claim,
    mark: { text: found === 0 ? 'nothing found' : `${whole(found)} found`, isGood: found === 0 },
    bars: [...counts]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([label, times]) => ({
        label,
        share: Math.log10(times + 1) / Math.log10(most + 1),
        figure: whole(times),
      })),
  }))
  return barChart('What was tried, on a logarithmic scale', 250, groups)
}
