import type { MigrationProgress } from '@quirecms/core'

/** Faster work shows no progress. */
const FIRST_AFTER_MS = 1_000
const BETWEEN_BARS_MS = 100
const BETWEEN_LINES_MS = 5_000
const WIDTH = 30

type Tell = (progress: MigrationProgress) => void

interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** A bar at a terminal, otherwise lines. */
export function showProgress(
  screen: Screen,
  now: () => number = performance.now.bind(performance),
): { readonly tell: Tell; readonly end: () => void } {
  if (!screen.isTTY) return { tell: asLines((line) => screen.write(`${line}\n`), now), end: () => {} }
  let isShown = false
  const tell = atTimes(BETWEEN_BARS_MS, now, (progress) => {
    isShown = true
    screen.write(`\r\u001b[K${barOf(progress)}`)
  })
  return { tell, end: () => void (isShown && screen.write('\r\u001b[K')) }
}

/** Prints a line at intervals, for logs. */
export function asLines(write: (line: string) => void, now: () => number = performance.now.bind(performance)): Tell {
  return atTimes(BETWEEN_LINES_MS, now, ({ description, done, total }) =>
    write(`${description}: ${count(done)} of ${count(total)}`),
  )
}

function atTimes(between: number, now: () => number, show: Tell): Tell {
  let step = ''
  let next = 0
  return (progress) => {
    const at = now()
    if (progress.description !== step) {
      step = progress.description
      next = at + FIRST_AFTER_MS
    }
    if (at < next) return
    next = at + between
    show(progress)
  }
}

function barOf({ description, done, total }: MigrationProgress): string {
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const filled = Math.round(share * WIDTH)
  return `${description} [${'#'.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${Math.floor(share * 100)} %`
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}
