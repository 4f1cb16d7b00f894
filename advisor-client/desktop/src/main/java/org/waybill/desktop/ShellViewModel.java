package org.waybill.desktop;

import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Map;
import java.util.function.LongSupplier;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.waybill.desktop.activity.ActivityItem;
import org.waybill.desktop.activity.ActivityViewModel;
import org.waybill.desktop.activity.Transfers;
import org.waybill.desktop.profile.ProfileViewModel;

/** The whole window: which page is shown, and what each of them shows. */
public final class ShellViewModel {
    public final ObjectProperty<Page> page = new SimpleObjectProperty<>(Page.MOVE);
    public final Questions questions;
    public final WizardViewModel wizard;
    public final ActivityViewModel activity;
    public final ProfileViewModel profile;

    /** @param environment of the process */
    public ShellViewModel(
            AdvisorFacade assistant,
            Background background,
            InstantSource clock,
            ZoneId zone,
            LongSupplier nanoTime,
            Map<String, String> environment) {
        questions = assistant.questions();
        wizard = new WizardViewModel(assistant, background, clock, zone, nanoTime);
        activity = new ActivityViewModel(assistant, background, wizard.transfers, this::again);
        profile = new ProfileViewModel(assistant.keychain(), background, clock, environment);
        page.addListener((property, before, now) -> load(now));
    }

    private void load(Page now) {
        if (now == Page.ACTIVITY) {
            activity.load();
        } else if (now == Page.PROFILE) {
            profile.load();
        }
    }

    private void again(ActivityItem item) {
        wizard.again(item);
        page.set(Page.MOVE);
    }

    /** Shows a transfer. */
    void open(Transfers.Transfer transfer) {
        wizard.show(transfer);
        page.set(Page.MOVE);
    }
}
