import { describe, expect, it } from 'vitest'
import { say } from '../../words/say.ts'
import { actionInWords, KINDS } from './actions.ts'
import { activityWords } from './words.ts'

const said = say(activityWords, 'en', {})
const inWords = (action: string, outcome: 'done' | 'refused' = 'done') => actionInWords({ action, outcome }, said)

describe('audit actions in words', () => {
  it.each([
    ['document.updated', 'Changed'],
    ['global.published', 'Published'],
    ['auth.created', 'Account created'],
    ['auth.login', 'Signed in'],
    ['comment.resolved', 'Comment resolved'],
    ['preview.tokenRevoked', 'Preview link revoked'],
    ['schedule', 'Scheduled'],
    ['schedule.cancelled', 'Schedule cancelled'],
    ['document.scheduleFailed', 'Schedule failed'],
    ['global.scheduleFailed', 'Schedule failed'],
    ['version.named', 'Revision named'],
    ['job.cancelled', 'Job cancelled'],
    ['release.sent', 'Release sent'],
  ])('%s is "%s"', (action, words) => {
    expect(inWords(action)).toBe(words)
  })

  it.each([
    ['update', 'Tried to change'],
    ['copyLocale', 'Tried: Copy locale'],
    ['auth.loginFailed', 'Sign-in failed'],
    ['other', 'Tried: Other'],
    ['export', 'Tried: Export'],
  ])('a refused %s is "%s"', (action, words) => {
    expect(inWords(action, 'refused')).toBe(words)
  })

  it('every filterable action has a label', () => {
    const wordy = Object.values(said.actions)
    const done = Object.values(KINDS)
      .flat()
      .filter((action) => action.includes('.'))
    expect(done.filter((action) => !wordy.includes(inWords(action)))).toEqual([])
  })
})
