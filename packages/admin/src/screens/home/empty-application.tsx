import { CopyButton } from '../../design/copy-button.tsx'
import { homeWords } from '../../words/home.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './home-screen.module.css'

/** The user collection exists already, because this screen requires a signed-in user. */
const CODE = `import { collection, f } from 'quirecms'

// In \`collections\` of your configuration:
posts: collection({
  versions: { drafts: true },
  fields: {
    title: f.text({ required: true }),
    body: f.richText(),
  },
  access: { read: () => true },
}),`

export function EmptyApplication() {
  const said = useWords(homeWords)
  return (
    <div className={styles.first}>
      <h2>{said.emptyTitle}</h2>
      <p>{said.emptyText}</p>
      <div className={styles.copy}>
        {said.firstCode}
        <CopyButton text={CODE} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre className={styles.code} tabIndex={0}>
        {CODE}
      </pre>
      <p>{said.firstNext}</p>
    </div>
  )
}
