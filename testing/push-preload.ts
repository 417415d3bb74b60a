/** Preloaded into a measured site: its push messages go to the test's own service at PUSH_SERVICE instead of the public
 * internet. Everything before that last step is the site's. */
import { plugin } from 'bun'
import type { Post } from '../api/push/post'

const post: Post = async ({ endpoint, headers, body }) => {
  const response = await fetch(process.env['PUSH_SERVICE'] ?? '', {
    method: 'POST',
    headers: { ...(headers as Record<string, string>), 'x-endpoint': endpoint },
    body: new Uint8Array(body),
  })
  return response.status
}

plugin({
  name: 'push service of the tests',
  setup: (build) =>
    void build.onLoad({ filter: /api\/push\/post\.ts$/ }, () => ({
      exports: { createPost: () => post },
      loader: 'object',
    })),
})
