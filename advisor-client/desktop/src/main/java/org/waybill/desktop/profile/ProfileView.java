package org.waybill.desktop.profile;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.property.StringProperty;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.PasswordField;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;
import org.waybill.client.credentials.Account;
import org.waybill.desktop.Ui;
import org.waybill.desktop.profile.GridCredentials.SshKey;
import org.waybill.desktop.profile.VaultModel.VaultState;
import org.waybill.protocol.Protocol;

/** The user's vault, accounts, keys, certificates and known hosts. */
public final class ProfileView extends BorderPane {
    private static final List<String> SCHEMES =
            Account.accounts().map(Protocol::scheme).toList();

    private final ProfileViewModel model;
    private final DateTimeFormatter day;

    public ProfileView(ProfileViewModel model, ZoneId zone) {
        this.model = model;
        this.day = DateTimeFormatter.ofPattern("d MMM yyyy", Locale.ENGLISH).withZone(zone);
        VBox left = new VBox(16, vault(), accounts());
        VBox right = new VBox(16, keys(), certificates(), knownHosts());
        VBox page = Ui.styled(
                new VBox(
                        Ui.label("Profile", "page-title"),
                        Ui.label(model.papersMessage(), "error-text"),
                        Ui.halves(left, right)),
                "page");
        setCenter(Ui.scroll(page));
    }

    private VBox vault() {
        Button unlock = Ui.id("unlock", Ui.button("Unlock", () -> {}, "accent"));
        unlock.disableProperty().bind(model.vault.busy());
        PasswordField passphrase = secret("passphrase", "Passphrase", unlock, model::unlock);
        Button lock = Ui.id("lock", Ui.button(Feather.LOCK, "Lock", model::lock));
        javafx.scene.control.Label words = Ui.paragraph("", "muted");
        javafx.scene.control.Label state = Ui.label("", "badge");
        state.setId("vault-state");
        HBox opening = Ui.row(8, Ui.grow(passphrase), unlock);
        Ui.whenever(
                () -> {
                    VaultState door = model.door().get();
                    boolean asks = door == VaultState.LOCKED || door == VaultState.NO_VAULT;
                    Ui.show(opening, asks);
                    Ui.show(lock, door == VaultState.UNLOCKED);
                    unlock.setText(door == VaultState.NO_VAULT ? "Create vault" : "Unlock");
                    state.setText(
                            door == VaultState.NO_VAULT
                                    ? "none yet"
                                    : door == VaultState.KEY_FILE
                                            ? "open"
                                            : door == VaultState.LOCKED ? "locked" : "unlocked");
                    Ui.style(state, "warn", asks);
                    Ui.style(state, "good", !asks);
                    words.setText(
                            switch (door) {
                                case NO_VAULT ->
                                    "Saved passwords are encrypted. With a passphrase only you can open the vault; "
                                            + "without one its key is in a file that only you can read.";
                                case KEY_FILE ->
                                    "Its key is in a file that only you can read: commands and this window open it "
                                            + "themselves.";
                                case LOCKED -> "Until you unlock it, you are asked for passwords.";
                                case UNLOCKED -> "It stays open until you lock it or close the window.";
                            });
                },
                model.door());
        return Ui.card(
                Ui.row(10, Ui.label("Vault", "section"), state, Ui.gap(), lock),
                words,
                opening,
                Ui.label(model.vaultMessage(), "muted"));
    }

    private VBox accounts() {
        ChoiceBox<String> scheme = new ChoiceBox<>();
        scheme.getItems().setAll(SCHEMES);
        scheme.valueProperty().bindBidirectional(model.scheme);
        scheme.setAccessibleText("Protocol");
        TextField host = field("Host", "account-host", 14, model.host);
        TextField port = field("Port", "account-port", 4, model.port);
        port.setMinWidth(72);
        TextField user = field("User", "account-user", 9, model.user);
        Button add = Ui.id("account-add", Ui.button("Add", () -> {}, "accent"));
        PasswordField secret = secret("account-secret", "Password", add, model::add);
        VBox list = list(
                model.accounts,
                "No passwords are saved. SSH keys need none.",
                account -> Ui.row(
                        10,
                        Ui.icon(
                                account.isKeyFile()
                                        ? Feather.KEY
                                        : account.isCertificate() ? Feather.FILE_TEXT : Feather.USER),
                        Ui.grow(new VBox(
                                1,
                                Ui.paragraph(
                                        account.isKeyFile() ? account.user() : account.user() + " at " + account.host(),
                                        "strong"),
                                Ui.label(details(account), "caption"))),
                        Ui.iconButton(
                                Feather.TRASH_2,
                                "Remove the account of " + account.user() + " at " + account.host(),
                                () -> model.remove(account))));
        return Ui.card(
                Ui.label("Accounts", "section"),
                list,
                Ui.row(6, scheme, Ui.grow(host), port),
                Ui.row(6, user, Ui.grow(secret), add),
                Ui.label(model.accountMessage(), "muted"));
    }

    private String details(Account account) {
        if (account.isCertificate()) {
            return account + ", since " + day.format(account.since());
        }
        return account.isKeyFile()
                ? "passphrase of a key, since " + day.format(account.since())
                : account.scheme() + ", port " + account.port() + ", since " + day.format(account.since());
    }

    private static TextField field(String name, String id, int columns, StringProperty text) {
        TextField field = Ui.field(id, name, text);
        field.setPrefColumnCount(columns);
        return field;
    }

    /** A field for a secret, and a button that takes it; Enter does too. */
    private static PasswordField secret(String id, String name, Button take, Consumer<char[]> takes) {
        PasswordField field = Ui.id(id, new PasswordField());
        field.setPromptText(name);
        field.setAccessibleText(name);
        take.setOnAction(event -> {
            char[] typed = field.getText().toCharArray();
            field.clear();
            takes.accept(typed);
        });
        field.setOnAction(event -> take.fire());
        return field;
    }

    private VBox keys() {
        return Ui.card(
                Ui.label("SSH keys", "section"),
                list(
                        model.keys,
                        "No keys in ~/.ssh. ssh-keygen creates one; ssh-copy-id copies it to a host.",
                        ProfileView::key));
    }

    private static Node key(SshKey key) {
        VBox words = new VBox(
                1,
                Ui.paragraph(
                        key.file().getFileName() + (key.comment().isEmpty() ? "" : "   " + key.comment()), "strong"),
                Ui.paragraph(key.type() + "  " + key.fingerprint(), "caption", "mono"));
        if (key.readableByOthers()) {
            words.getChildren()
                    .add(Ui.paragraph("Other users can read this key: chmod 600 " + key.file(), "error-text"));
        }
        return Ui.row(10, Ui.icon(Feather.KEY), Ui.grow(words));
    }

    private VBox certificates() {
        return Ui.card(
                Ui.label("Certificates and proxies", "section"),
                list(
                        model.certificates,
                        "None. Grid certificates are read from ~/.globus, proxies from where grid-proxy-init writes"
                                + " them.",
                        one -> Ui.row(
                                10,
                                Ui.icon(one.use() == GridCredentials.Use.PROXY ? Feather.CLOCK : Feather.AWARD),
                                Ui.grow(new VBox(
                                        1,
                                        Ui.paragraph(one.subject(), "strong"),
                                        Ui.paragraph(one.use().title() + ", " + model.validity(one), "caption"))))));
    }

    private VBox knownHosts() {
        return Ui.card(
                Ui.label("Known hosts", "section"),
                list(
                        model.knownHosts,
                        "None yet. Before the first connection to a host you are asked whether to trust its key.",
                        known -> Ui.row(
                                10,
                                Ui.icon(Feather.SERVER),
                                Ui.grow(new VBox(
                                        1,
                                        Ui.paragraph(known.hosts(), "strong"),
                                        Ui.paragraph(known.type() + "  " + known.fingerprint(), "caption", "mono"))),
                                Ui.iconButton(
                                        Feather.TRASH_2,
                                        "Remove the key of " + known.hosts(),
                                        () -> model.forget(known)))));
    }

    private static <T> VBox list(ObservableList<T> items, String empty, Function<T, Node> row) {
        VBox box = new VBox(10);
        Ui.whenever(
                () -> {
                    box.getChildren().setAll(items.stream().map(row).toList());
                    if (items.isEmpty()) {
                        box.getChildren().add(Ui.paragraph(empty, "muted"));
                    }
                },
                items);
        return box;
    }
}
