import { aBoolean, oneOf } from '../fields/option-kinds.ts'
import type { ProblemList } from './problem-list.ts'

/** From the most detailed to none at all. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** What is logged (contract 15, HTTP). The environment variable `LOG_LEVEL` overrides `level`. */
export interface LogConfig {
  /** Anything less important is not logged; `info` by default. */
  readonly level?: LogLevel
  /** Whether each request is logged; true by default. Failures of the service are logged in any case. */
  readonly requests?: boolean
}

const kinds = { level: oneOf(...LOG_LEVELS), requests: aBoolean }

export function checkLog(value: unknown, place: string, problems: ProblemList): void {
  problems.members(value, place, kinds)
}
