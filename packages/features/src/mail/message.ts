import {
  compileSchema,
  EMAIL,
  findUnstorable,
  isObject,
  type Issue,
  type JsonObject,
  type MailMessage,
  QuireError,
} from '@quirecms/core/feature'

/** Beyond these lengths, many mail servers refuse a mail, or clients don't show it. */
const LONGEST = { address: 320, subject: 500, text: 200_000, html: 1_000_000, label: 100, url: 4_000 }

const MESSAGE = {
  type: 'object',
  required: ['to', 'subject', 'text'],
  additionalProperties: false,
  properties: {
    to: { type: 'string', minLength: 1, maxLength: LONGEST.address },
    subject: { type: 'string', minLength: 1, maxLength: LONGEST.subject },
    text: { type: 'string', minLength: 1, maxLength: LONGEST.text },
    html: { type: 'string', minLength: 1, maxLength: LONGEST.html },
    action: {
      type: 'object',
      required: ['label', 'url'],
      additionalProperties: false,
      properties: {
        label: { type: 'string', minLength: 1, maxLength: LONGEST.label },
        url: { type: 'string', minLength: 1, maxLength: LONGEST.url },
      },
    },
  },
} as const

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Validates a mail, or throws all issues. Header values must be single lines, to prevent header injection. */
export function checkMessage(given: unknown): MailMessage {
  const json = asJson(given)
  const issues = compileSchema(MESSAGE)(json)
  // Safe cast: validated by the schema.
  const checked = json as unknown as MailMessage
  const found = issues.length > 0 ? issues : [...formIssues(checked), ...findUnstorable(json)]
  if (found.length === 0) return checked
  const { path, message: why } = found[0] as Issue
  throw new QuireError('validation', `The mail can't be sent as it is. "${path}": ${why}`, { issues: found })
}

function formIssues({ to, subject, action }: MailMessage): Issue[] {
  const issues: Issue[] = []
  const refuse = (path: string, message: string) => issues.push({ code: 'format', path, message })
  if (!EMAIL.test(to)) refuse('to', 'Must be one email address, such as ann@example.com.')
  if (CONTROL.test(subject)) refuse('subject', 'Must be a single line.')
  if (action && CONTROL.test(action.label)) refuse('action.label', 'Must be a single line.')
  const protocol = action && URL.parse(action.url)?.protocol
  if (action && protocol !== 'https:' && protocol !== 'http:')
    refuse('action.url', 'Must be an address that begins with https:// or http://.')
  return issues
}

function asJson(value: unknown): JsonObject {
  try {
    const json: unknown = JSON.parse(JSON.stringify(value ?? null))
    if (isObject(json)) return json as JsonObject
  } catch (error) {
    throw new QuireError('invalid_json', 'A mail must be valid as JSON.', { cause: error })
  }
  throw new QuireError('invalid_json', 'A mail is an object: { to, subject, text, html? }.')
}
