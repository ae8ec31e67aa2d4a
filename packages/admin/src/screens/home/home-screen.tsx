import { isAuth, titleOf } from '../../data/entities.ts'
import { useSchema, useSession } from '../../data/use-session.ts'
import { PageTitle } from '../../design/page.tsx'
import { PageBar } from '../../design/page-bar.tsx'
import type { HomeCard } from '../../extensions/contract.ts'
import { homeWords } from '../../words/home.ts'
import { shellWords } from '../../words/shell.ts'
import { useWords } from '../../words/use-words.ts'
import { presentExtensions } from '../slot.tsx'
import { StartCard } from './start-card.tsx'
import { useStart } from '../../data/start.ts'
import { Entries } from './entries.tsx'
import { CopyButton } from '../../design/button.tsx'
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

function EmptyApplication() {
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

export function HomeScreen() {
  const said = useWords(homeWords)
  const shell = useWords(shellWords)
  const schema = useSchema()
  const { user, collection } = useSession()
  const users = schema.collections[collection]
  const isEmpty = Object.values(schema.collections).every(isAuth) && Object.keys(schema.globals).length === 0
  const added = presentExtensions().flatMap(({ cards: own = [] }) => own)
  const cardsAt = (wanted: 'first' | 'last' | undefined) => added.filter(({ place }) => place === wanted)
  const all: readonly HomeCard[] = [
    ...cardsAt('first'),
    { key: 'start', Component: StartCard },
    { key: 'continue', Component: ContinueCard },
    ...cardsAt(undefined),
    ...cardsAt('last'),
  ]
  const main = all.filter(({ isAside }) => !isAside)
  const aside = all.filter(({ isAside }) => isAside)
  return (
    <>
      <PageBar trail={<span aria-current="page">{shell.home}</span>} />
      <div className={styles.page}>
        <PageTitle>{said.greeting({ name: (users && titleOf(users, user)) || user.email })}</PageTitle>
        {isEmpty ? (
          <EmptyApplication />
        ) : (
          <div className={styles.columns}>
            <div className={styles.column}>
              {main.map(({ key, Component }) => (
                <Component key={key} />
              ))}
            </div>
            <div className={styles.column}>
              {aside.map(({ key, Component }) => (
                <Component key={key} />
              ))}
            </div>
          </div>
        )}
      </div>
    </>
  )
}

/** The documents that the actor opened last; for a new user, those that any user changed last. */
function ContinueCard() {
  const said = useWords(homeWords)
  const continued = useStart()?.continued
  // Without documents, there is nothing to continue.
  if (!continued || continued.entries.length === 0) return null
  return <Entries title={continued.isOwn ? said.continue : said.recent} entries={continued.entries} />
}
