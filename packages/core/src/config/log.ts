import { aBoolean, oneOf } from '../fields/option-kinds.ts'
import type { ProblemList } from './problem-list.ts'

/** From the loudest to none at all. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** What is logged (contract 15, HTTP). The environment variable `LOG_LEVEL` stands above `level`. */
export interface LogConfig {
  /** What is less important is left out; `info` by default. */
  readonly level?: LogLevel
  /** Whether each request has a line; true by default. Failures of the service are logged in any case. */
  readonly requests?: boolean
}

const kinds = { level: oneOf(...LOG_LEVELS), requests: aBoolean }

export function checkLog(value: unknown, place: string, problems: ProblemList): void {
  problems.members(value, place, kinds)
}
