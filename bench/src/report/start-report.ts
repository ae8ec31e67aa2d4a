import type { StartMeasurement } from '../measure-start.ts'
import { median, range } from './median.ts'
import { tableText } from './table.ts'

const FIRST_ANSWER_BELOW_MS = 500
const IDLE_BELOW_MB = 90

const HEAD = ['server', 'first answer ms', 'lowest–highest', 'aim', 'very first ms', 'idle MB', 'aim', 'after burst MB']

export function startTable(measurements: readonly StartMeasurement[]): string {
  const rows = measurements.map(({ server, firstAnswers, veryFirst, idle, afterBurst }) => {
    const firstAnswer = median(firstAnswers)
    const idleMegabytes = idle / 1024 / 1024
    const aim = (below: number, value: number) => (server === 'quire' ? `< ${below} ${value < below ? '✓' : '✗'}` : '')
    return [
      server === 'quire' ? 'quire start' : 'lean floor',
      firstAnswer.toFixed(0),
      range(firstAnswers, 0),
      aim(FIRST_ANSWER_BELOW_MS, firstAnswer),
      veryFirst.toFixed(0),
      idleMegabytes.toFixed(0),
      aim(IDLE_BELOW_MB, idleMegabytes),
      (afterBurst / 1024 / 1024).toFixed(0),
    ]
  })
  return tableText(HEAD, rows, 1)
}
