import type { MailWords } from '../words.ts'

export const nl: MailWords = {
  recovery: {
    subject: 'Stel een nieuw wachtwoord in',
    asked: 'Iemand heeft voor dit adres een nieuw wachtwoord aangevraagd.',
    link: 'Om het in te stellen, open {url}',
    token: 'Om het in te stellen, gebruik je deze code: {token}',
    otherwise: 'Was jij dat niet, dan kun je deze e-mail negeren.',
    button: 'Wachtwoord instellen',
  },
  verification: {
    subject: 'Bevestig je adres',
    asked: 'Iemand heeft met dit adres een account aangemaakt.',
    link: 'Om het te bevestigen, open {url}',
    token: 'Om het te bevestigen, gebruik je deze code: {token}',
    button: 'Adres bevestigen',
  },
  invitation: {
    subject: 'Je bent uitgenodigd',
    made: 'Iemand heeft voor dit adres een account aangemaakt en nodigt je uit om het te gebruiken.',
    link: 'Om een wachtwoord te kiezen en in te loggen, open {url}',
    token: 'Om een wachtwoord te kiezen, gebruik je deze code: {token}',
    limits: 'Dit werkt één keer en voor beperkte tijd. Verwachtte je dit niet, dan kun je deze e-mail negeren.',
    button: 'Wachtwoord kiezen',
  },
  byProvider: {
    link: 'Om in te loggen, open {url}',
    anywhere: 'Log in met het account dat dit adres heeft.',
    otherwise: 'Verwachtte je dit niet, dan kun je deze e-mail negeren.',
    button: 'Inloggen',
  },
  addressChanged: {
    subject: 'Je adres is gewijzigd',
    what: 'Het account met dit adres heeft nu een ander adres. Log daarmee in.',
    otherwise: 'Was jij dat niet, vraag dan de beheerders van deze dienst je te helpen het terug te krijgen.',
  },
  registeredAgain: {
    subject: 'Je hebt al een account',
    what: 'Iemand heeft zich geregistreerd met dit adres, dat al een account heeft. Er is niets gewijzigd.',
    signIn: 'Was jij dat, log dan in. Weet je het wachtwoord niet meer, vraag dan een nieuw aan.',
    otherwise: 'Was jij dat niet, dan kun je deze e-mail negeren.',
  },
  passwordReset: {
    subject: 'Je wachtwoord is gewijzigd',
    what: 'Er is voor je account een nieuw wachtwoord ingesteld met een e-mail naar dit adres. Je bent overal uitgelogd.',
    keysEnded: {
      one: 'Ook je API-sleutel werkt niet meer.',
      other: 'Ook je {count} API-sleutels werken niet meer.',
    },
    keysLeft: {
      one: 'Je account heeft {count} API-sleutel die nog werkt. Verwijder wat je niet kent.',
      other: 'Je account heeft {count} API-sleutels die nog werken. Verwijder wat je niet kent.',
    },
    alsoBy: 'Je kunt ook inloggen met {ways}. Verwijder wat je niet kent.',
    passkeys: { one: '{count} passkey', other: '{count} passkeys' },
    providers: { one: '{count} account bij aanbieders', other: '{count} accounts bij aanbieders' },
    otherwise: 'Was jij dat niet, stel dan een ander in en zorg dat niemand anders je e-mail leest.',
  },
  mentioned: {
    what: '{author} heeft je genoemd in een opmerking bij ‘{title}’',
    byNobody: 'Iemand heeft je genoemd in een opmerking bij ‘{title}’',
    begins: '{what}:',
    link: 'Om de opmerking te lezen en te antwoorden, open {url}',
    button: 'Opmerking openen',
  },
  scheduleFailed: {
    publish: '‘{title}’ kon niet worden gepubliceerd',
    unpublish: '‘{title}’ kon niet offline worden gehaald',
    when: '{what}. Dit was gepland voor {when}.',
    fields: 'Controleer: {fields}.',
    forbidden: 'Je mag dit niet meer doen.',
    otherwise:
      'Er is iets anders misgegaan. Probeer het zelf; lukt dat ook niet, vraag het de beheerders van deze dienst.',
    again: 'Het wordt niet opnieuw geprobeerd: doe het zelf of plan het opnieuw als alles klaar is.',
    link: 'Om het te openen, ga naar {url}',
    button: 'Document openen',
  },
  factors: {
    changes: {
      passkeyAdded: 'Er is een passkey aan je account toegevoegd',
      passkeyRemoved: 'Er is een passkey van je account verwijderd',
      totpAdded: 'Eenmalige codes zijn voor je account ingeschakeld',
      totpRemoved: 'Eenmalige codes zijn voor je account uitgeschakeld',
      recoveryCodesMade: 'Je account heeft nieuwe herstelcodes',
      recoveryCodeUsed: 'Er is een herstelcode van je account gebruikt',
      providerAdded: 'Er is een andere manier om in te loggen aan je account toegevoegd',
      providerRemoved: 'Er is een manier om in te loggen van je account verwijderd',
      reset: 'De verificatie in twee stappen van je account is opnieuw ingesteld',
    },
    sentence: '{what}.',
    sentenceWithName: '{what}: ‘{name}’.',
    oldCodes: 'De oude werken niet meer.',
    codesLeft: { one: 'Je hebt nog {count} herstelcode.', other: 'Je hebt nog {count} herstelcodes.' },
    makeCodes: 'Maak nieuwe in je profiel.',
    byOthers:
      'Dat heeft iemand gedaan die gebruikers beheert. Tot je het opnieuw instelt, log je met alleen je wachtwoord in.',
    otherwise:
      'Heb je dit niet zelf gedaan en er ook niet om gevraagd, stel dan een nieuw wachtwoord in en vraag de beheerders van deze dienst om hulp.',
  },
  passkeyRefused: {
    subject: 'Een van je passkeys is geweigerd',
    what: 'Iemand probeerde in te loggen met je passkey ‘{name}’, maar het lijkt een kopie te zijn: de teller liep terug. Het inloggen is geweigerd.',
    restored: 'Heb je de passkey uit een back-up teruggezet, verwijder hem dan in je profiel en maak een nieuwe.',
    otherwise: 'Was jij dat niet, verwijder dan de passkey en wijzig je wachtwoord.',
  },
  page: {
    newPassword: 'Nieuw wachtwoord',
    password: 'Wachtwoord',
    done: 'Klaar. Je kunt deze pagina sluiten.',
    failed: 'Deze link is al gebruikt of verlopen. Vraag een nieuwe e-mail aan.',
    later: 'Dat lukte even niet. Probeer het zo nog eens.',
  },
}
