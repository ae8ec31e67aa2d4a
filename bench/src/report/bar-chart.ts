interface BarGroup {
  readonly title: string
  readonly mark?: { readonly text: string; readonly isGood: boolean }
  readonly bars: readonly Bar[]
}

interface Bar {
  readonly label: string
  /** Length relative to the longest possible bar, from 0 to 1. */
  readonly share: number
  readonly figure: string
  readonly isOurs?: boolean
}

const WIDTH = 720
const BAR = 18
const LINE = 26
/** Width of the figure beside the longest bar. */
const FIGURE = 96

const STYLE = [
  'text{font:13px ui-sans-serif,system-ui,sans-serif;fill:#3d3833}',
  '.title{font-weight:600}',
  '.figure{font-variant-numeric:tabular-nums}',
  '.good{fill:#2f6b3a}.bad,.ours{fill:#b3362a}.other{fill:#c9c2b8}',
  '@media(prefers-color-scheme:dark){text{fill:#d9d2c8}.good{fill:#8fc79a}.bad,.ours{fill:#e8796b}.other{fill:#5d564e}}',
].join('')

/**
 * Renders a chart as SVG, for light and dark mode. `about` is its alternative text; `margin` is the width of the
 * labels.
 */
export function barChart(about: string, margin: number, groups: readonly BarGroup[]): string {
  const parts: string[] = []
  let y = 8
  for (const { title, mark, bars } of groups) {
    const said = mark ? ` · <tspan class="${mark.isGood ? 'good' : 'bad'}">${mark.text}</tspan>` : ''
    parts.push(`<text class="title" x="0" y="${y + 14}">${title}${said}</text>`)
    y += LINE
    for (const { label, share, figure, isOurs = false } of bars) {
      const width = Math.max(2, Math.round(share * (WIDTH - margin - FIGURE)))
      parts.push(
        `<text x="0" y="${y + 13}">${label}</text>`,
        `<rect class="${isOurs ? 'ours' : 'other'}" x="${margin}" y="${y}" width="${width}" height="${BAR}" rx="2"/>`,
        `<text class="figure" x="${margin + width + 8}" y="${y + 13}">${figure}</text>`,
      )
      y += LINE
    }
    y += 8
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y}" viewBox="0 0 ${WIDTH} ${y}" role="img" aria-label="${about}">`,
    `<style>${STYLE}</style>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}
