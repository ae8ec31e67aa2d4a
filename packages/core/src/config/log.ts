import { isObject } from '../content/json-object.ts'
import { aBoolean, oneOf, type OptionKind } from '../fields/option-kinds.ts'
import type { ProblemList } from './problem-list.ts'

/** From the most detailed to none at all. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** What is logged. The environment variable `LOG_LEVEL` overrides `level`. */
export interface LogConfig {
  /** Anything less important is not logged; `info` by default. */
  readonly level?: LogLevel
  /** Whether each request is logged; true by default. Failures of the service are logged in any case. */
  readonly requests?: boolean
  /** Where it goes, instead of standard output: a logger of pino, or one that works like it. Its own level counts. */
  readonly logger?: LogTarget
}

type Write = (...args: never[]) => unknown

/** As much of a logger as Quire uses. */
export interface LogTarget {
  readonly trace: Write
  readonly debug: Write
  readonly info: Write
  readonly warn: Write
  readonly error: Write
  readonly fatal: Write
  readonly child: (...args: never[]) => unknown
}

const METHODS = [
  'trace',
  'debug',
  'info',
  'warn',
  'error',
  'fatal',
  'child',
] as const satisfies readonly (keyof LogTarget)[]

const aLogger: OptionKind = (value) =>
  isObject(value) && METHODS.every((name) => typeof value[name] === 'function')
    ? null
    : `must be a logger such as pino(), with the methods ${METHODS.join(', ')}`

const kinds = { level: oneOf(...LOG_LEVELS), requests: aBoolean, logger: aLogger }

export function checkLog(value: unknown, place: string, problems: ProblemList): void {
  problems.members(value, place, kinds)
}
