import type { MailWords } from '../words.ts'

export const de: MailWords = {
  recovery: {
    subject: 'Neues Passwort festlegen',
    asked: 'Jemand hat für diese Adresse ein neues Passwort angefordert.',
    link: 'Um es festzulegen, öffne {url}',
    token: 'Um es festzulegen, verwende dieses Token: {token}',
    otherwise: 'Wenn du das nicht warst, kannst du diese E-Mail ignorieren.',
    button: 'Neues Passwort festlegen',
  },
  verification: {
    subject: 'Bestätige deine Adresse',
    asked: 'Jemand hat mit dieser Adresse ein Konto angelegt.',
    link: 'Um sie zu bestätigen, öffne {url}',
    token: 'Um sie zu bestätigen, verwende dieses Token: {token}',
    button: 'Adresse bestätigen',
  },
  invitation: {
    subject: 'Du bist eingeladen',
    made: 'Jemand hat für diese Adresse ein Konto angelegt und lädt dich ein, es zu benutzen.',
    link: 'Um ein Passwort festzulegen und dich anzumelden, öffne {url}',
    token: 'Um ein Passwort festzulegen, verwende dieses Token: {token}',
    limits:
      'Das geht nur einmal und nur für begrenzte Zeit. Wenn du nicht damit gerechnet hast, kannst du diese E-Mail ignorieren.',
    button: 'Passwort festlegen',
  },
  byProvider: {
    link: 'Um dich anzumelden, öffne {url}',
    anywhere: 'Melde dich mit dem Konto an, das diese Adresse hat.',
    otherwise: 'Wenn du nicht damit gerechnet hast, kannst du diese E-Mail ignorieren.',
    button: 'Anmelden',
  },
  addressChanged: {
    subject: 'Deine Adresse wurde geändert',
    what: 'Das Konto mit dieser Adresse hat jetzt eine andere. Melde dich mit der neuen an.',
    otherwise: 'Wenn du das nicht warst, bitte die Betreiber dieses Dienstes, dir wieder Zugang zu verschaffen.',
  },
  registeredAgain: {
    subject: 'Du hast schon ein Konto',
    what: 'Jemand hat sich mit dieser Adresse registriert, zu der es schon ein Konto gibt. Es wurde nichts geändert.',
    signIn: 'Wenn du das warst, melde dich an. Wenn du das Passwort nicht mehr weißt, fordere ein neues an.',
    otherwise: 'Wenn du das nicht warst, kannst du diese E-Mail ignorieren.',
  },
  passwordReset: {
    subject: 'Dein Passwort wurde geändert',
    what: 'Dein Konto hat ein neues Passwort. Es wurde über eine E-Mail an diese Adresse festgelegt. Du wurdest überall abgemeldet.',
    keysEnded: {
      one: 'Auch dein API-Schlüssel gilt nicht mehr.',
      other: 'Auch deine {count} API-Schlüssel gelten nicht mehr.',
    },
    keysLeft: {
      one: 'Dein Konto hat {count} API-Schlüssel, der weiterhin gilt. Lösche, was du nicht kennst.',
      other: 'Dein Konto hat {count} API-Schlüssel, die weiterhin gelten. Lösche, was du nicht kennst.',
    },
    alsoBy: 'Du kannst dich außerdem mit {ways} anmelden. Entferne, was du nicht kennst.',
    passkeys: { one: '{count} Passkey', other: '{count} Passkeys' },
    providers: { one: '{count} Konto bei Anbietern', other: '{count} Konten bei Anbietern' },
    otherwise: 'Wenn du das nicht warst, lege ein neues fest und sorge dafür, dass niemand sonst deine E-Mails liest.',
  },
  mentioned: {
    what: '{author} hat dich in einem Kommentar zu „{title}“ erwähnt',
    byNobody: 'Jemand hat dich in einem Kommentar zu „{title}“ erwähnt',
    begins: '{what}:',
    link: 'Um ihn zu lesen und zu antworten, öffne {url}',
    button: 'Kommentar öffnen',
  },
  scheduleFailed: {
    publish: '„{title}“ konnte nicht veröffentlicht werden',
    unpublish: '„{title}“ konnte nicht zurückgezogen werden',
    when: '{what}. Geplant war das für {when}.',
    fields: 'Bitte prüfe: {fields}.',
    forbidden: 'Du hast dafür keine Berechtigung mehr.',
    otherwise:
      'Ein anderer Fehler ist aufgetreten. Versuche es selbst. Wenn auch das nicht geht, frage die Betreiber dieses Dienstes.',
    again: 'Wir versuchen es nicht noch einmal. Behebe das Problem, und veröffentliche selbst oder plane es neu.',
    link: 'Um es zu öffnen, gehe zu {url}',
    button: 'Dokument öffnen',
  },
  factors: {
    changes: {
      passkeyAdded: 'Deinem Konto wurde ein Passkey hinzugefügt',
      passkeyRemoved: 'Ein Passkey deines Kontos wurde entfernt',
      totpAdded: 'Für dein Konto wurden Einmalcodes eingeschaltet',
      totpRemoved: 'Für dein Konto wurden Einmalcodes ausgeschaltet',
      recoveryCodesMade: 'Dein Konto hat neue Wiederherstellungscodes',
      recoveryCodeUsed: 'Für dein Konto wurde ein Wiederherstellungscode benutzt',
      providerAdded: 'Für dein Konto gibt es eine weitere Anmeldung',
      providerRemoved: 'Eine Anmeldung deines Kontos wurde entfernt',
      reset: 'Die Bestätigung in zwei Schritten wurde für dein Konto zurückgesetzt',
    },
    sentence: '{what}.',
    sentenceWithName: '{what}: „{name}“.',
    oldCodes: 'Die alten gelten nicht mehr.',
    codesLeft: {
      one: 'Du hast noch {count} Wiederherstellungscode.',
      other: 'Du hast noch {count} Wiederherstellungscodes.',
    },
    makeCodes: 'Erstelle in deinem Profil neue.',
    byOthers:
      'Das hat jemand getan, der Benutzer verwaltet. Bis du sie wieder einrichtest, meldest du dich nur mit deinem Passwort an.',
    otherwise:
      'Wenn du das weder getan noch darum gebeten hast, lege ein neues Passwort fest und bitte die Betreiber dieses Dienstes um Hilfe.',
  },
  passkeyRefused: {
    subject: 'Einer deiner Passkeys wurde abgelehnt',
    what: 'Jemand wollte sich mit deinem Passkey „{name}“ anmelden, der aber eine Kopie zu sein scheint: Sein Zähler ging zurück. Die Anmeldung wurde abgelehnt.',
    restored:
      'Wenn du den Passkey aus einer Sicherung wiederhergestellt hast, lösche ihn in deinem Profil und erstelle einen neuen.',
    otherwise: 'Wenn du das nicht warst, lösche den Passkey und ändere dein Passwort.',
  },
  page: {
    newPassword: 'Neues Passwort',
    password: 'Passwort',
    done: 'Fertig. Du kannst diese Seite schließen.',
    failed: 'Dieser Link wurde schon benutzt oder ist abgelaufen. Fordere eine neue E-Mail an.',
    later: 'Das hat gerade nicht geklappt. Versuch es gleich noch einmal.',
  },
}
