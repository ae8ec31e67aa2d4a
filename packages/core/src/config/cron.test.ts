import { describe, expect, it } from 'vitest'
import { isMoment, momentsAfter } from '../engine/named-jobs/plan-schedules.ts'
import type { JobSchedule } from '../contracts/named-job.ts'
import { cronProblem, isTimeZone } from './cron.ts'

const schedule = (cron: string, timezone = 'UTC') => ({ cron, timezone, missed: 'once' }) as unknown as JobSchedule
const after = (cron: string, from: string, most = 3, timezone = 'UTC') =>
  momentsAfter(schedule(cron, timezone), Date.parse(from), most).map((moment) => moment.toISOString())

describe('a cron pattern', () => {
  it.each(['0 3 * * *', '*/5 * * * *', '0 0 1 1 *', '30 0 3 * * *', '0 9 * * MON-FRI', '0 0 L * *', '0 0 29 2 *'])(
    'is %s',
    (cron) => expect(cronProblem(cron, 'UTC')).toBeNull(),
  )

  it.each([
    ['', 'cron pattern'],
    ['now', 'cron pattern'],
    ['60 * * * *', 'cron pattern'],
    ['* * * *', 'cron pattern'],
    ['0 0 0 1 1 * 2030', 'cron pattern'],
    ['2026-01-01T00:00:00', 'no date'],
    ['0 0 31 2 *', 'matches no date'],
    ['0 0 30 2 *', 'matches no date'],
  ])('is not %j', (cron, why) => expect(cronProblem(cron, 'UTC')).toContain(why))
})

describe('the times of a schedule', () => {
  it.each<[string, string, string, string[]]>([
    [
      'come behind the given one',
      '0 3 * * *',
      '2026-01-01T03:00:00Z',
      ['2026-01-02T03:00:00.000Z', '2026-01-03T03:00:00.000Z', '2026-01-04T03:00:00.000Z'],
    ],
    [
      'go over the end of a year',
      '0 0 1 1 *',
      '2026-06-01T00:00:00Z',
      ['2027-01-01T00:00:00.000Z', '2028-01-01T00:00:00.000Z', '2029-01-01T00:00:00.000Z'],
    ],
    [
      'fall on leap days alone',
      '0 0 29 2 *',
      '2026-01-01T00:00:00Z',
      ['2028-02-29T00:00:00.000Z', '2032-02-29T00:00:00.000Z', '2036-02-29T00:00:00.000Z'],
    ],
    [
      'leave out the weekend',
      '0 9 * * MON-FRI',
      '2026-01-02T10:00:00Z',
      ['2026-01-05T09:00:00.000Z', '2026-01-06T09:00:00.000Z', '2026-01-07T09:00:00.000Z'],
    ],
    [
      'may have seconds',
      '30 0 3 * * *',
      '2026-01-01T00:00:00Z',
      ['2026-01-01T03:00:30.000Z', '2026-01-02T03:00:30.000Z', '2026-01-03T03:00:30.000Z'],
    ],
  ])('%s', (_, cron, from, moments) => expect(after(cron, from)).toEqual(moments))

  it('follow the local time of a time zone', () => {
    // Clocks in Berlin go forward on 29 March 2026.
    expect(after('0 12 * * *', '2026-03-28T00:00:00Z', 2, 'Europe/Berlin')).toEqual([
      '2026-03-28T11:00:00.000Z',
      '2026-03-29T10:00:00.000Z',
    ])
  })

  it('come once on the day when an hour is missing, and on the day when one repeats', () => {
    const days = (from: string) => after('30 2 * * *', from, 3, 'Europe/Berlin').map((moment) => moment.slice(0, 10))
    expect(days('2026-03-27T12:00:00Z')).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
    expect(days('2026-10-23T12:00:00Z')).toEqual(['2026-10-24', '2026-10-25', '2026-10-26'])
  })

  it('are recognized, and no others are', () => {
    const daily = schedule('30 2 * * *', 'Europe/Berlin')
    for (const moment of momentsAfter(daily, Date.parse('2026-03-27T12:00:00Z'), 4))
      expect(isMoment(daily, moment.toISOString())).toBe(true)
    expect(isMoment(daily, '2026-03-28T01:31:00.000Z')).toBe(false)
    expect(isMoment(daily, '2026-03-28T01:30:01.000Z')).toBe(false)
  })
})

describe('a time zone', () => {
  it.each([
    ['UTC', true],
    ['Europe/Berlin', true],
    ['Europe/Atlantis', false],
    ['', false],
  ])('%j: %s', (name, result) => expect(isTimeZone(name)).toBe(result))
})
