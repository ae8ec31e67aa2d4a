/**
 * Loaded before Quire (`node --import`): moves the clock of the process by as many milliseconds as the file that `CLOCK_FILE` names
 * says, whenever SIGUSR2 comes. Time that passes (`performance.now`) goes on as it does, as when a machine's clock is set.
 */
import { readFileSync } from 'node:fs'

const RealDate = Date
const { CLOCK_FILE: file = '' } = process.env
let offset = 0

class MovedDate extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(RealDate.now() + offset)
    // Other forms of the constructor are passed on.
    else super(...(given as [number]))
  }

  static override now(): number {
    return RealDate.now() + offset
  }
}

globalThis.Date = MovedDate as DateConstructor
process.on('SIGUSR2', () => (offset = Number(readFileSync(file, 'utf8'))))
