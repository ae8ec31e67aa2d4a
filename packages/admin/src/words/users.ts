import { words } from './words.ts'

export const userWords = words('users', {
  new: 'New {what}',
  password: 'Password',
  passwordHint: 'At least 8 characters. Share it securely, or send a link so they can choose their own.',
  propose: 'Suggest one',
  kind: 'Kind',
  person: 'Person',
  service: 'Service account',
  serviceHint: 'No password and no email address. Programs act for it with API keys.',
  create: 'Create',
  created: '{name} can sign in now',
  serviceCreated: '{name} was created. Add its first API key.',
  signIn: 'Sign-in',
  unlock: 'Unlock',
  unlockText: 'After too many wrong passwords, this account can’t sign in for a while.',
  unlocked: 'They can sign in again',
  recovery: 'Send a password link',
  sent: 'A link is on its way to {email}',
})
