import type { MailContent } from '@quirecms/core'
import { describe, expect, it } from 'vitest'
import { defaultMails } from '../../../packages/features/src/auth/mails/default-mails.ts'

const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt-BR', 'zh-CN']

const CHANGES = [
  'passkeyAdded',
  'passkeyRemoved',
  'totpAdded',
  'totpRemoved',
  'recoveryCodesMade',
  'recoveryCodeUsed',
  'providerAdded',
  'providerRemoved',
  'reset',
] as const

const URL = 'https://cms.example.com/page?token=abc'
const NAME = 'Key {url} of\nMine'

/** Every mail that the engine writes, in all its forms. */
async function all(language: string): Promise<MailContent[]> {
  const user = { id: '1', email: 'ann@example.com' }
  const { recovery, verification, invitation, notices } = await defaultMails(language, 'en')
  return [
    ...[recovery, verification, invitation].flatMap((template) =>
      [URL, null].map((url) => template({ token: 'abc', url, user, language })),
    ),
    notices.addressChanged({ user, language }),
    notices.registeredAgain({ email: 'ann@example.com', language }),
    ...[0, 1, 2, 3, 5, 11, 100].flatMap((count) => [
      notices.passwordReset({
        user,
        apiKeys: count,
        apiKeysEnded: count > 2,
        passkeys: count,
        providers: count,
        language,
      }),
      notices.factorsChanged({ user, change: 'recoveryCodeUsed', name: null, recoveryCodes: count, language }),
    ]),
    ...CHANGES.map((change) => notices.factorsChanged({ user, change, name: NAME, recoveryCodes: 8, language })),
    ...['Ann', null].flatMap((author) => [
      notices.mentioned({ author, title: 'A {title}', comment: 'One\nTwo', url: URL, language }),
      notices.mentioned({ author, title: 'A {title}', comment: 'One', url: null, language }),
    ]),
    notices.passkeyRefused({ user, name: NAME, language }),
    ...(['publish', 'unpublish'] as const).flatMap((action) => {
      const plan = { action, title: 'A {title}', runAt: '2030-01-31T09:00:00.000Z', language }
      return [
        notices.scheduleFailed({ ...plan, code: 'validation', fields: [NAME, 'Other'], url: URL }),
        notices.scheduleFailed({ ...plan, code: 'forbidden', fields: [], url: null }),
        notices.scheduleFailed({ ...plan, code: 'internal', fields: [], url: URL }),
      ]
    }),
  ]
}

describe.each(LANGUAGES)('the mails in %s', (language) => {
  it('have every text and no open placeholder', async () => {
    const [english, own] = [await all('en'), await all(language)]
    for (const [index, { subject, text, action, language: said }] of own.entries()) {
      expect(said).toBe(language)
      expect(subject).not.toMatch(/[\r\n]|undefined|\{(?!title)/)
      // Values are not searched for placeholders.
      expect(text.replaceAll('Key {url} of Mine', '').replaceAll('A {title}', '')).not.toMatch(
        /[{}]|undefined|\bnull\b/,
      )
      const inEnglish = english[index]
      expect(text.includes(URL)).toBe(inEnglish?.text.includes(URL))
      expect(action?.url).toBe(inEnglish?.action?.url)
      expect(text.split('\n\n')).toHaveLength(inEnglish?.text.split('\n\n').length ?? 0)
      if (language === 'en') continue
      expect(subject).not.toBe(inEnglish?.subject)
      for (const paragraph of text.split('\n\n').filter((one) => !one.startsWith('> ')))
        expect(inEnglish?.text.split('\n\n')).not.toContain(paragraph)
    }
  })
})

it('contain tokens if there is no link', async () => {
  for (const language of LANGUAGES) {
    const { recovery } = await defaultMails(language, 'en')
    expect(recovery({ token: 'abc', url: null, user: {}, language }).text).toMatch(/: abc$/m)
  }
})

it('keep quoted texts and names from adding lines', async () => {
  const { notices } = await defaultMails('en', 'en')
  const { subject, text } = notices.mentioned({
    author: 'Ann\n\nYour account is closed.',
    title: 'A\r\n\r\nOpen https://evil.example',
    comment: 'One\rTwo\u2028Three\u0085Four\r\nFive\n\nSix',
    url: null,
    language: 'en',
  })
  const [sentence, comment, ...more] = text.split('\n\n')
  expect([subject, sentence, more]).toEqual([expect.stringMatching(/^Ann Your .*”$/), `${subject}:`, []])
  const lines = comment?.split(/[\r\n\u0085\u2028]/) ?? []
  expect(lines).toEqual(['> One', '> Two', '> Three', '> Four', '> Five', '> ', '> Six'])
})
