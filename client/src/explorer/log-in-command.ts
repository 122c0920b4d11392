import { window } from 'vscode';
import type { KubeContext } from '../cluster/cluster.ts';
import {
  type ProgramTerminal,
  type TerminalProgram,
  terminalRunner,
} from '../cluster/kubeconfig/terminal-runner.ts';
import type { Connections } from '../connections/connections.ts';
import { pickContext } from '../connections/pick-context.ts';
import type { Refresh } from '../connections/refresh.ts';
import { showInformation } from '../prompts/messages.ts';
import { openProgramTab } from '../prompts/terminal.ts';

/** Which clusters there are, who shows them, and the program that runs in a terminal. */
export interface LoginSources {
  readonly connections: Connections;
  readonly refresh: Refresh;
  /** The path of `dist/login.js`. */
  readonly program: string;
}

/**
 * Log In in a Terminal: runs the credential plugin of a context's user where a person answers it. What it gives is used
 * at once, and what is shown of the cluster is asked for again.
 */
export async function logIn(
  { connections, refresh, program }: LoginSources,
  contextId: string | undefined,
): Promise<void> {
  const context = await contextOf(connections, contextId);
  if (!context) return;
  const label = connections.labelOf(context);
  const cluster = await connections.open(context);
  await cluster.logIn(terminalRunner(program, (own) => openLoginTerminal(label, own)));
  showInformation(`Logged in to ${label}.`);
  await refresh.ask({ contextId: context.id });
}

async function contextOf(
  connections: Connections,
  contextId: string | undefined,
): Promise<KubeContext | undefined> {
  if (contextId === undefined) {
    return await pickContext(connections, {
      purpose: 'log in to in a terminal',
      among: {
        has: ({ login }) => login === 'terminal',
        none: 'Log In in a Terminal takes a cluster whose user has a credential plugin that asks questions: no kubeconfig has one.',
      },
    });
  }
  const { contexts } = await connections.contexts();
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
