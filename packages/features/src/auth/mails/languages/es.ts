import type { MailWords } from '../words.ts'

export const es: MailWords = {
  recovery: {
    subject: 'Establece una contraseña nueva',
    asked: 'Alguien ha pedido una contraseña nueva para esta dirección.',
    link: 'Para establecerla, abre {url}',
    token: 'Para establecerla, usa este código: {token}',
    otherwise: 'Si no has sido tú, puedes ignorar este correo.',
    button: 'Establecer contraseña',
  },
  verification: {
    subject: 'Confirma tu dirección',
    asked: 'Alguien ha creado una cuenta con esta dirección.',
    link: 'Para confirmarla, abre {url}',
    token: 'Para confirmarla, usa este código: {token}',
    button: 'Confirmar la dirección',
  },
  invitation: {
    subject: 'Tienes una invitación',
    made: 'Alguien ha creado una cuenta para esta dirección y te invita a usarla.',
    link: 'Para elegir una contraseña e iniciar sesión, abre {url}',
    token: 'Para elegir una contraseña, usa este código: {token}',
    limits: 'Funciona una sola vez y durante un tiempo limitado. Si no lo esperabas, puedes ignorar este correo.',
    button: 'Elegir contraseña',
  },
  byProvider: {
    link: 'Para iniciar sesión, abre {url}',
    anywhere: 'Inicia sesión con la cuenta que tiene esta dirección.',
    otherwise: 'Si no lo esperabas, puedes ignorar este correo.',
    button: 'Iniciar sesión',
  },
  addressChanged: {
    subject: 'Tu dirección ha cambiado',
    what: 'La cuenta que tenía esta dirección ahora tiene otra. Inicia sesión con la nueva.',
    otherwise: 'Si no has sido tú, pide ayuda a quienes gestionan este servicio para recuperarla.',
  },
  registeredAgain: {
    subject: 'Ya tienes una cuenta',
    what: 'Alguien se ha registrado con esta dirección, que ya tiene una cuenta. No ha cambiado nada.',
    signIn: 'Si has sido tú, inicia sesión. Si no recuerdas la contraseña, pide una nueva.',
    otherwise: 'Si no has sido tú, puedes ignorar este correo.',
  },
  passwordReset: {
    subject: 'Tu contraseña ha cambiado',
    what: 'Se ha establecido una contraseña nueva para tu cuenta con un correo enviado a esta dirección. Se ha cerrado tu sesión en todos los dispositivos.',
    keysEnded: {
      one: 'Tu clave de API también ha dejado de funcionar.',
      other: 'Tus {count} claves de API también han dejado de funcionar.',
    },
    keysLeft: {
      one: 'Tu cuenta tiene {count} clave de API que sigue funcionando. Elimina las que no conozcas.',
      other: 'Tu cuenta tiene {count} claves de API que siguen funcionando. Elimina las que no conozcas.',
    },
    alsoBy: 'También puedes iniciar sesión con {ways}. Quita lo que no conozcas.',
    passkeys: { one: '{count} llave de acceso', other: '{count} llaves de acceso' },
    providers: { one: '{count} cuenta de otro proveedor', other: '{count} cuentas de otros proveedores' },
    otherwise: 'Si no has sido tú, establece otra y asegúrate de que nadie más lea tu correo.',
  },
  mentioned: {
    what: '{author} te ha mencionado en un comentario sobre «{title}»',
    byNobody: 'Alguien te ha mencionado en un comentario sobre «{title}»',
    begins: '{what}:',
    link: 'Para leerlo y responder, abre {url}',
    button: 'Abrir el comentario',
  },
  scheduleFailed: {
    publish: 'No se ha podido publicar «{title}»',
    unpublish: 'No se ha podido retirar «{title}»',
    when: '{what}. Estaba programado para: {when}.',
    fields: 'Revisa: {fields}.',
    forbidden: 'Ya no tienes permiso para hacerlo.',
    otherwise:
      'Se ha producido otro error. Inténtalo manualmente; si tampoco funciona, pregunta a quienes gestionan este servicio.',
    again: 'No se volverá a intentar: cuando esté listo, hazlo tú o prográmalo de nuevo.',
    link: 'Para abrirlo, ve a {url}',
    button: 'Abrir el documento',
  },
  factors: {
    changes: {
      passkeyAdded: 'Se ha añadido una llave de acceso a tu cuenta',
      passkeyRemoved: 'Se ha quitado una llave de acceso de tu cuenta',
      totpAdded: 'Se han activado los códigos de un solo uso en tu cuenta',
      totpRemoved: 'Se han desactivado los códigos de un solo uso en tu cuenta',
      recoveryCodesMade: 'Tu cuenta tiene códigos de recuperación nuevos',
      recoveryCodeUsed: 'Se ha usado un código de recuperación de tu cuenta',
      providerAdded: 'Se ha añadido otra forma de iniciar sesión en tu cuenta',
      providerRemoved: 'Se ha quitado una forma de iniciar sesión en tu cuenta',
      reset: 'Se ha restablecido la verificación en dos pasos de tu cuenta',
    },
    sentence: '{what}.',
    sentenceWithName: '{what}: «{name}».',
    oldCodes: 'Los anteriores ya no funcionan.',
    codesLeft: {
      one: 'Te queda {count} código de recuperación.',
      other: 'Te quedan {count} códigos de recuperación.',
    },
    makeCodes: 'Crea otros nuevos en tu perfil.',
    byOthers:
      'Lo ha hecho alguien que gestiona los usuarios. Hasta que vuelvas a configurarla, solo necesitas la contraseña para iniciar sesión.',
    otherwise:
      'Si no lo has hecho ni lo has pedido, establece una contraseña nueva y pide ayuda a quienes gestionan este servicio.',
  },
  passkeyRefused: {
    subject: 'Se ha rechazado una de tus llaves de acceso',
    what: 'Alguien ha intentado iniciar sesión con tu llave de acceso «{name}», pero parece una copia: su contador ha retrocedido. Se ha rechazado el inicio de sesión.',
    restored: 'Si has restaurado la llave desde una copia de seguridad, elimínala en tu perfil y crea otra.',
    otherwise: 'Si no has sido tú, elimina la llave y cambia la contraseña.',
  },
  page: {
    newPassword: 'Contraseña nueva',
    password: 'Contraseña',
    done: 'Listo. Puedes cerrar esta página.',
    failed: 'Este enlace ya se ha usado o ha caducado. Pide otro correo.',
    later: 'No ha funcionado. Vuelve a intentarlo dentro de un momento.',
  },
}
