import { adminPaths } from '../../../../api/shared/admin-map'
import { accountParts } from '../account/account-parts'
import { PageLinks } from '../panel/PageLinks'
import { Panel } from '../panel/Panel'
import { adminIcons } from './AdminMenuEntry'
import { morePages } from './more-pages'

/** The pages that the bar of phones has no room for, and parts of them. */
export const MorePanel = () => (
  <Panel title="More">
    <PageLinks
      links={[
        ...morePages.map((page) => ({ ...page, icon: adminIcons[page.name] })),
        ...accountParts.map(({ id, ...part }) => ({ ...part, path: adminPaths.account, hash: id })),
      ]}
    />
  </Panel>
)
