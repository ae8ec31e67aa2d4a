import { words } from './use-words.ts'

export const userWords = words({
  en: {
    new: (what: string) => `New ${what}`,
    password: 'Password',
    passwordHint: 'At least 8 characters. Pass it on in a safe way, or let them choose their own.',
    propose: 'Suggest one',
    create: 'Create',
    created: (name: string) => `${name} can sign in now`,
    signIn: 'Sign-in',
    unlock: 'Unlock',
    unlockText: 'After too many wrong passwords, nobody can sign in for a while.',
    unlocked: 'They can sign in again',
    recovery: 'Send a link for a new password',
    sent: (email: string) => `A link is on its way to ${email}`,
  },
  de: {
    new: (what) => `Neu: ${what}`,
    password: 'Passwort',
    passwordHint: 'Mindestens 8 Zeichen. Teile es auf anderem Weg mit, oder lass die Person ein eigenes setzen.',
    propose: 'Vorschlagen',
    create: 'Anlegen',
    created: (name) => `${name} kann sich jetzt anmelden`,
    signIn: 'Anmeldung',
    unlock: 'Entsperren',
    unlockText: 'Nach zu vielen falschen Passwörtern ist die Anmeldung eine Weile gesperrt.',
    unlocked: 'Die Anmeldung ist wieder möglich',
    recovery: 'Link für ein neues Passwort schicken',
    sent: (email) => `Ein Link ist unterwegs an ${email}`,
  },
})
