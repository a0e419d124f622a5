import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Finding {
  impact: string;
  text: string;
}

/** Returns the serious violations found by axe. */
export async function seriousFindings(page: Page): Promise<string[]> {
  const found = await findings(page);
  return found.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ text }) => text);
}

/** Returns all violations found by axe, run in an isolated world because the page's policy forbids scripts. */
export async function findings(page: Page): Promise<Finding[]> {
  await page.waitForLoadState();
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  const evaluate = async (expression: string) =>
    (await session.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    })) as { result: { value: unknown } };
  await evaluate(axe.source);
  const { result } = await evaluate('axe.run().then(({ violations }) => violations)');
  await session.detach();
  return (result.value as { id: string; impact: string; nodes: { html: string }[] }[]).map(({ id, impact, nodes }) => ({
    impact,
    text: `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  }));
}
