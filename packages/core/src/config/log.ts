import { isObject } from '../content/json-object.ts'
import { aBoolean, oneOf, type OptionKind } from '../fields/option-kinds.ts'
import type { ProblemList } from './problem-list.ts'

/** From most to least detailed. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** Settings of the log. The environment variable `LOG_LEVEL` overrides `level`. */
export interface LogConfig {
  /** The minimum level of log entries; `info` by default. */
  readonly level?: LogLevel
  /** Whether each request is logged; true by default. Failures of the service are always logged. */
  readonly requests?: boolean
  /** A pino logger, or a compatible one, instead of standard output. Its own level applies. */
  readonly logger?: LogTarget
}

type Write = (...args: never[]) => unknown

/** The part of a logger's interface that Quire uses. */
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
