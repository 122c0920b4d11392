import type { ChosenServer } from './chosen-server.ts';
import { type OpenServer, openServer } from './open-server.ts';

/** The chosen server, running and open for requests. */
export interface StartedServer extends Pick<OpenServer, 'send'> {
  kubeconfig: string;
  /** Closes the connections, and stops what was started. */
  stop(): Promise<void>;
}

/** Starts the chosen server, and opens it. Where it cannot be opened it is stopped again. */
export async function startChosen(chosen: ChosenServer): Promise<StartedServer> {
  const { kubeconfig, stop } = await chosen.start();
  try {
    const { send, close } = await openServer(kubeconfig);
    return {
      kubeconfig,
      send,
      stop: async () => {
        close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
