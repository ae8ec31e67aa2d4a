import { words } from '../../words/words.ts'

export const apiKeysWords = words('apiKeys', {
  apiKeys: 'API keys',
  keysAbout:
    'A program with a key acts on your behalf. Give each program its own key, so you can revoke them one by one.',
  newKey: 'New key',
  keyName: 'Name',
  keyNameHint: 'What it’s for, such as “Website” or “Nightly import”.',
  keyExpires: 'Valid for',
  never: 'Until you revoke it',
  days: {
    one: '{count} day',
    other: '{count} days',
  },
  year: 'One year',
  createKey: 'Create key',
  keyMade: 'Your new key',
  keyOnce: 'Copy it now. You won’t see it again.',
  keyUse: 'Programs send it in this header:',
  keyCopied: 'I’ve saved it',
  neverUsed: 'never used',
  used: 'used {when}',
  until: 'until {day}',
  expired: 'expired',
  revoke: 'Revoke',
  revokeOne: 'Revoke {name}',
  askRevoke: 'Programs that use “{name}” will no longer have access.',
  revoked: 'Key revoked',
  noKeys: 'You have no keys yet.',
  keysOff: 'API keys are turned off',
  keysOffText: 'Whoever runs this application can turn them on with `auth: { apiKeys: true }`.',
})
