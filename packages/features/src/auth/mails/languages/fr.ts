import type { MailWords } from '../words.ts'

export const fr: MailWords = {
  recovery: {
    subject: 'Définir un nouveau mot de passe',
    asked: 'Quelqu’un a demandé un nouveau mot de passe pour cette adresse.',
    link: 'Pour le définir, ouvrez {url}',
    token: 'Pour le définir, utilisez ce jeton : {token}',
    otherwise: 'Si ce n’était pas vous, vous pouvez ignorer ce message.',
    button: 'Définir un mot de passe',
  },
  verification: {
    subject: 'Confirmez votre adresse',
    asked: 'Quelqu’un a créé un compte avec cette adresse.',
    link: 'Pour la confirmer, ouvrez {url}',
    token: 'Pour la confirmer, utilisez ce jeton : {token}',
    button: 'Confirmer cette adresse',
  },
  invitation: {
    subject: 'Vous avez reçu une invitation',
    made: 'Quelqu’un a créé un compte pour cette adresse et vous invite à l’utiliser.',
    link: 'Pour choisir un mot de passe et vous connecter, ouvrez {url}',
    token: 'Pour choisir un mot de passe, utilisez ce jeton : {token}',
    limits:
      'Ce lien fonctionne une seule fois, pendant un temps limité. Si vous ne vous y attendiez pas, vous pouvez ignorer ce message.',
    button: 'Choisir un mot de passe',
  },
  byProvider: {
    link: 'Pour vous connecter, ouvrez {url}',
    anywhere: 'Connectez-vous avec le compte qui a cette adresse.',
    otherwise: 'Si vous ne vous y attendiez pas, vous pouvez ignorer ce message.',
    button: 'Se connecter',
  },
  addressChanged: {
    subject: 'Votre adresse a été modifiée',
    what: 'Le compte qui avait cette adresse en a maintenant une autre. Connectez-vous avec la nouvelle.',
    otherwise: 'Si ce n’était pas vous, demandez aux responsables de ce service de vous aider à le récupérer.',
  },
  registeredAgain: {
    subject: 'Vous avez déjà un compte',
    what: 'Quelqu’un s’est inscrit avec cette adresse, qui a déjà un compte. Rien n’a été modifié.',
    signIn: 'Si c’était vous, connectez-vous. Si vous avez oublié votre mot de passe, demandez-en un nouveau.',
    otherwise: 'Si ce n’était pas vous, vous pouvez ignorer ce message.',
  },
  passwordReset: {
    subject: 'Votre mot de passe a été modifié',
    what: 'Un nouveau mot de passe a été défini pour votre compte grâce à un message envoyé à cette adresse. Vous avez été déconnecté de tous vos appareils.',
    keysEnded: {
      one: 'Votre clé d’API ne fonctionne plus non plus.',
      other: 'Vos {count} clés d’API ne fonctionnent plus non plus.',
    },
    keysLeft: {
      one: 'Votre compte a {count} clé d’API qui fonctionne toujours. Supprimez celles que vous ne connaissez pas.',
      other:
        'Votre compte a {count} clés d’API qui fonctionnent toujours. Supprimez celles que vous ne connaissez pas.',
    },
    alsoBy: 'Vous pouvez aussi vous connecter avec {ways}. Retirez ce que vous ne connaissez pas.',
    passkeys: { one: '{count} clé d’accès', other: '{count} clés d’accès' },
    providers: { one: '{count} compte chez un fournisseur', other: '{count} comptes chez des fournisseurs' },
    otherwise:
      'Si ce n’était pas vous, définissez-en un autre et veillez à ce que personne d’autre ne lise vos messages.',
  },
  mentioned: {
    what: '{author} vous a mentionné dans un commentaire sur « {title} »',
    byNobody: 'Quelqu’un vous a mentionné dans un commentaire sur « {title} »',
    begins: '{what} :',
    link: 'Pour le lire et y répondre, ouvrez {url}',
    button: 'Ouvrir le commentaire',
  },
  scheduleFailed: {
    publish: '« {title} » n’a pas pu être publié',
    unpublish: '« {title} » n’a pas pu être dépublié',
    when: '{what}. C’était prévu pour : {when}.',
    fields: 'Vérifiez : {fields}.',
    forbidden: 'Vous n’avez plus le droit de le faire.',
    otherwise:
      'Un autre problème est survenu. Essayez manuellement ; si cela échoue aussi, adressez-vous aux responsables de ce service.',
    again: 'Il n’y aura pas de nouvel essai : quand tout sera prêt, faites-le vous-même ou planifiez-le de nouveau.',
    link: 'Pour l’ouvrir, allez à {url}',
    button: 'Ouvrir le document',
  },
  factors: {
    changes: {
      passkeyAdded: 'Une clé d’accès a été ajoutée à votre compte',
      passkeyRemoved: 'Une clé d’accès a été retirée de votre compte',
      totpAdded: 'Les codes à usage unique ont été activés pour votre compte',
      totpRemoved: 'Les codes à usage unique ont été désactivés pour votre compte',
      recoveryCodesMade: 'Votre compte a de nouveaux codes de secours',
      recoveryCodeUsed: 'Un code de secours de votre compte a été utilisé',
      providerAdded: 'Un autre moyen de vous connecter a été ajouté à votre compte',
      providerRemoved: 'Un moyen de vous connecter a été retiré de votre compte',
      reset: 'La validation en deux étapes de votre compte a été réinitialisée',
    },
    sentence: '{what}.',
    sentenceWithName: '{what} : « {name} ».',
    oldCodes: 'Les anciens ne fonctionnent plus.',
    codesLeft: {
      one: 'Il vous reste {count} code de secours.',
      other: 'Il vous reste {count} codes de secours.',
    },
    makeCodes: 'Créez-en de nouveaux dans votre profil.',
    byOthers:
      'Une personne qui gère les utilisateurs l’a fait. Tant que vous ne la configurez pas de nouveau, votre mot de passe suffit pour vous connecter.',
    otherwise:
      'Si vous ne l’avez ni fait ni demandé, définissez un nouveau mot de passe et demandez de l’aide aux responsables de ce service.',
  },
  passkeyRefused: {
    subject: 'L’une de vos clés d’accès a été refusée',
    what: 'Quelqu’un a essayé de se connecter avec votre clé d’accès « {name} », qui semble être une copie : son compteur a reculé. La connexion a été refusée.',
    restored:
      'Si vous avez restauré la clé depuis une sauvegarde, supprimez-la dans votre profil et créez-en une nouvelle.',
    otherwise: 'Si ce n’était pas vous, supprimez la clé et changez votre mot de passe.',
  },
  page: {
    newPassword: 'Nouveau mot de passe',
    password: 'Mot de passe',
    done: 'C’est fait. Vous pouvez fermer cette page.',
    failed: 'Ce lien a déjà été utilisé ou a expiré. Demandez un autre message.',
    later: 'Cela n’a pas fonctionné. Réessayez dans un instant.',
  },
}
