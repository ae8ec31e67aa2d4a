import type { Tally } from '../tally.ts'

const WIDTH = 720
const LABEL = 250
const BAR = 16
const LINE = 24

const whole = (value: number) => value.toLocaleString('en')

/** What was tried, as a picture: a bar for each number, on a logarithmic scale, and a mark for each claim. */
export function chart(tallies: readonly Tally[]): string {
  const most = Math.max(10, ...tallies.flatMap(({ counts }) => [...counts.values()]))
  const parts: string[] = []
  let y = 4
  for (const { claim, counts, found } of tallies) {
    const mark =
      found === 0 ? '<tspan class="good">nothing found</tspan>' : `<tspan class="bad">${whole(found)} found</tspan>`
    parts.push(`<text class="title" x="0" y="${y + 14}">${claim} · ${mark}</text>`)
    y += LINE
    for (const [what, times] of [...counts].toSorted(([one], [other]) => one.localeCompare(other))) {
      const width = Math.max(2, Math.round((Math.log10(times + 1) / Math.log10(most + 1)) * (WIDTH - LABEL - 80)))
      parts.push(
        `<text x="12" y="${y + 12}">${what}</text>`,
        `<rect x="${LABEL}" y="${y}" width="${width}" height="${BAR}" rx="2"/>`,
        `<text class="figure" x="${LABEL + width + 8}" y="${y + 12}">${whole(times)}</text>`,
      )
      y += LINE
    }
    y += 8
  }
  const style = [
    'text{font:13px ui-sans-serif,system-ui,sans-serif;fill:#3d3833}',
    '.title{font-weight:600}',
    '.figure{font-variant-numeric:tabular-nums}',
    '.good{fill:#2f6b3a}.bad{fill:#b3362a}',
    'rect{fill:#c9c2b8}',
    '@media(prefers-color-scheme:dark){text{fill:#d9d2c8}.good{fill:#8fc79a}.bad{fill:#e8796b}rect{fill:#5d564e}}',
  ].join('')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y}" viewBox="0 0 ${WIDTH} ${y}" role="img" aria-label="What was tried, on a logarithmic scale">`,
    `<style>${style}</style>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}
