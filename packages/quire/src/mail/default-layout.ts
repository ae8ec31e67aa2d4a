import type { MailLayout } from '@quirecms/core'

/**
 * A plain single-column layout in the reader's own font. Loads no pictures and no fonts. Styles are inline, because
 * many clients drop style sheets; those that don't also get the dark scheme.
 */
export const defaultLayout: MailLayout = ({ subject, body, application, footer, language, direction, escape }) => {
  const name = application === null ? '' : `<p class="quiet" dir="auto" style="${NAME}">${escape(application)}</p>\n`
  const below =
    footer === null
      ? ''
      : `<p class="quiet" dir="auto" style="${FOOTER}">${escape(footer).replaceAll('\n', '<br>')}</p>\n`
  return `<!doctype html>
<html lang="${escape(language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
<style>${DARK}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#faf8f5;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" style="background:#faf8f5;"><tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;"><tr><td class="ink" dir="${direction}" style="${COLUMN}">
${name}<h1 dir="auto" style="${HEADING}">${escape(subject)}</h1>
${body}
${below}</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;"
const COLUMN = `${FONT}color:#2a2622;text-align:start;`
const HEADING = 'margin:0 0 20px;font-size:22px;line-height:30px;font-weight:600;overflow-wrap:anywhere;'
const NAME = 'margin:0 0 24px;font-size:14px;line-height:20px;color:#6b645c;'
const FOOTER =
  'margin:32px 0 0;padding-top:16px;border-top:1px solid #ddd6cc;font-size:13px;line-height:20px;color:#6b645c;'

/** Class rules for clients with dark mode, which must override inline styles. */
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.paper{background:#171412!important}.ink{color:#ebe5dc!important}.quiet{color:#a9a196!important;border-color:#3a3530!important}}`
