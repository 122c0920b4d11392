import { window } from 'vscode';
import type { KubeContext } from '../cluster/cluster.ts';
import {
  type ProgramTerminal,
  type TerminalProgram,
  terminalRunner,
} from '../cluster/kubeconfig/terminal-runner.ts';
import { type PickableContexts, pickContext } from '../connections/pick-context.ts';
import type { Refresh } from '../connections/refresh.ts';
import { showInformation } from '../prompts/messages.ts';
import { openProgramTab } from '../prompts/terminal.ts';

/** Which clusters there are, who shows them, and the program that runs in a terminal. */
export interface LoginSources extends PickableContexts {
  readonly refresh: Refresh;
  /** The path of `dist/login.js`. */
  readonly program: string;
}

/**
 * Log In in a Terminal: runs the credential plugin of a context's user where a person answers it. What it gives is used
 * at once, and what is shown of the cluster is asked for again.
 */
export async function logIn(sources: LoginSources, contextId: string | undefined): Promise<void> {
  const { connections, refresh, program } = sources;
  const context = await contextOf(sources, contextId);
  if (!context) return;
  const label = connections.labelOf(context);
  const cluster = await connections.open(context);
  await cluster.logIn(terminalRunner(program, (own) => openLoginTerminal(label, own)));
  showInformation(`Logged in to ${label}.`);
  await refresh.ask({ contextId: context.id });
}

async function contextOf(
  sources: PickableContexts,
  contextId: string | undefined,
): Promise<KubeContext | undefined> {
  if (contextId === undefined) {
    return await pickContext(sources, {
      title: 'Log In in a Terminal',
      among: {
        has: ({ login }) => login === 'terminal',
        none: 'Log In in a Terminal takes a cluster whose user has a credential plugin that asks questions: no kubeconfig has one.',
      },
    });
  }
  const { contexts } = await sources.connections.contexts();
  const context = contexts.find(({ id }) => id === contextId);
  if (!context) throw new Error('The context is no longer in the kubeconfigs: refresh the clusters.');
  return context;
}

function openLoginTerminal(label: string, { file, args, environment }: TerminalProgram): ProgramTerminal {
  const terminal = openProgramTab({
    name: `Log in: ${label}`,
    icon: 'sign-in',
    program: file,
    args,
    environment,
  });
  const closed = new Promise<void>((resolve) => {
    const listener = window.onDidCloseTerminal((gone) => {
      if (gone !== terminal) return;
      listener.dispose();
      resolve();
    });
  });
  return { closed, close: () => terminal.dispose() };
}
