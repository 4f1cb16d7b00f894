package org.waybill.client.credentials;

import java.nio.file.Path;

/** What a vault is locked with. */
public sealed interface MasterSecret {
    /** 256 random bits in a file that only its owner may read; made when it is first needed. */
    record KeyFile(Path file) implements MasterSecret {}

    /** A passphrase that only its owner knows. */
    record Passphrase(Prompt prompt) implements MasterSecret {}

    /** Asks for the passphrase. */
    @FunctionalInterface
    interface Prompt {
        /**
         * The passphrase; the caller overwrites it after use.
         *
         * @throws VaultException if no one can be asked
         */
        char[] ask() throws VaultException;
    }
}
