import type { MailWords } from '../words.ts'

export const it: MailWords = {
  recovery: {
    subject: 'Imposta una nuova password',
    asked: 'Qualcuno ha chiesto una nuova password per questo indirizzo.',
    link: 'Per impostarla, apri {url}',
    token: 'Per impostarla, usa questo codice: {token}',
    otherwise: 'Se non sei stato tu, puoi ignorare questa email.',
    button: 'Imposta la password',
  },
  verification: {
    subject: 'Conferma il tuo indirizzo',
    asked: 'Qualcuno ha creato un account con questo indirizzo.',
    link: 'Per confermarlo, apri {url}',
    token: 'Per confermarlo, usa questo codice: {token}',
    button: 'Conferma l’indirizzo',
  },
  invitation: {
    subject: 'Hai ricevuto un invito',
    made: 'Qualcuno ha creato un account per questo indirizzo e ti invita a usarlo.',
    link: 'Per scegliere una password e accedere, apri {url}',
    token: 'Per scegliere una password, usa questo codice: {token}',
    limits: 'Funziona una sola volta e per un tempo limitato. Se non te lo aspettavi, puoi ignorare questa email.',
    button: 'Scegli una password',
  },
  byProvider: {
    link: 'Per accedere, apri {url}',
    anywhere: 'Accedi con l’account che ha questo indirizzo.',
    otherwise: 'Se non te lo aspettavi, puoi ignorare questa email.',
    button: 'Accedi',
  },
  addressChanged: {
    subject: 'Il tuo indirizzo è stato cambiato',
    what: 'L’account che aveva questo indirizzo ora ne ha un altro, con cui si accede.',
    otherwise: 'Se non sei stato tu, chiedi a chi gestisce questo servizio di restituirti l’account.',
  },
  registeredAgain: {
    subject: 'Hai già un account',
    what: 'Qualcuno si è registrato con questo indirizzo, che ha già un account. Non è cambiato nulla.',
    signIn: 'Se sei stato tu, accedi. Se non ricordi più la password, chiedine una nuova.',
    otherwise: 'Se non sei stato tu, puoi ignorare questa email.',
  },
  passwordReset: {
    subject: 'La tua password è stata cambiata',
    what: 'È stata impostata una nuova password per il tuo account, con un’email inviata a questo indirizzo. Tutte le sessioni sono terminate.',
    keysEnded: {
      one: 'Anche la tua chiave API non funziona più.',
      other: 'Anche le tue {count} chiavi API non funzionano più.',
    },
    keysLeft: {
      one: 'Il tuo account ha {count} chiave API che funziona ancora. Elimina quelle che non conosci.',
      other: 'Il tuo account ha {count} chiavi API che funzionano ancora. Elimina quelle che non conosci.',
    },
    alsoBy: 'Puoi accedere anche con {ways}. Rimuovi ciò che non conosci.',
    passkeys: { one: '{count} passkey', other: '{count} passkey' },
    providers: { one: '{count} account presso altri provider', other: '{count} account presso altri provider' },
    otherwise: 'Se non sei stato tu, impostane un’altra e assicurati che nessun altro legga la tua posta.',
  },
  mentioned: {
    what: '{author} ti ha menzionato in un commento su “{title}”',
    byNobody: 'Qualcuno ti ha menzionato in un commento su “{title}”',
    begins: '{what}:',
    link: 'Per leggerlo e rispondere, apri {url}',
    button: 'Apri il commento',
  },
  factors: {
    changes: {
      passkeyAdded: 'È stata aggiunta una passkey al tuo account',
      passkeyRemoved: 'È stata rimossa una passkey dal tuo account',
      totpAdded: 'I codici monouso sono stati attivati per il tuo account',
      totpRemoved: 'I codici monouso sono stati disattivati per il tuo account',
      recoveryCodesMade: 'Il tuo account ha nuovi codici di recupero',
      recoveryCodeUsed: 'È stato usato un codice di recupero del tuo account',
      providerAdded: 'È stato aggiunto un altro modo di accedere al tuo account',
      providerRemoved: 'È stato rimosso un modo di accedere al tuo account',
      reset: 'I secondi fattori del tuo account sono stati rimossi',
    },
    sentence: '{what}.',
    sentenceWithName: '{what}: “{name}”.',
    oldCodes: 'I precedenti non funzionano più.',
    codesLeft: { one: 'Ti resta {count} codice di recupero.', other: 'Ti restano {count} codici di recupero.' },
    makeCodes: 'Creane di nuovi nel tuo profilo.',
    byOthers: 'L’ha fatto chi gestisce questo servizio. Finché non ne configuri altri, per accedere basta la password.',
    otherwise:
      'Se non sei stato tu, né è stato fatto per te, imposta una nuova password e chiedi aiuto a chi gestisce questo servizio.',
  },
  passkeyRefused: {
    subject: 'Una delle tue passkey è stata rifiutata',
    what: 'Qualcuno ha provato ad accedere con la tua passkey “{name}”, ma sembra una copia: il suo contatore è tornato indietro. Non è entrato nessuno.',
    restored: 'Se hai ripristinato la passkey da un backup, eliminala nel tuo profilo e creane una nuova.',
    otherwise: 'Se non sei stato tu, elimina la passkey e cambia la password.',
  },
}
