import { parseDuration, type QuireConfig } from '@quirecms/core/feature'

export interface StreamLimits {
  readonly perUser: number
  readonly perAddress: number
  readonly perProcess: number
}

/** All durations are in milliseconds. */
export interface ResolvedChanges {
  readonly keep: number
  readonly max: number
  readonly limits: StreamLimits
  readonly life: number
  readonly heartbeat: number
  readonly recheck: number
}

/** Null without a feed. */
export function resolveChanges(given: QuireConfig['changes']): ResolvedChanges | null {
  if (given === undefined || given === false) return null
  const { keep = '7d', max = 1_000_000, streams = {} } = given === true ? {} : given
  const { perUser = 5, perAddress = 50, perProcess = 1_000, life = '30m', heartbeat = '15s', recheck = '30s' } = streams
  return {
    keep: parseDuration(keep),
    max,
    limits: { perUser, perAddress, perProcess },
    life: parseDuration(life),
    heartbeat: parseDuration(heartbeat),
    recheck: parseDuration(recheck),
  }
}
