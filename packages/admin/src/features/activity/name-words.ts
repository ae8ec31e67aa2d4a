import { words } from '../../words/words.ts'

/** What is said before anybody comes to the log. The rest is loaded with it. */
export const activityName = words('activityName', { activity: 'Activity' })
